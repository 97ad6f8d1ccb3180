/**
 * The SQL functions that read and change the log, and the view for operators.
 *
 * @module
 */

import { FATE_FORGOTTEN, FENCED, LOCK_SPACE, MAX_BYTES, MAX_ROWS, quoted, WRONG_ISOLATION } from './schema.js'

/** Distance between eras: more revisions than a failover can lose. */
const ERA = 1_000_000

/** The columns of an answer, in order. */
const ANSWER = `head bigint, era_start bigint, compacted bigint,
  revision bigint, key text, value bytea, removed boolean, writer bigint, batch bigint`

/**
 * The statements that create the functions, or replace those of an earlier release.
 *
 * @param name - Name of the schema, which has the tables already.
 */
export function functions(name: string): string {
  const path = `set search_path = ${quoted(name)}, pg_temp`
  // For an empty table the planner prefers a full scan, and plans are kept while the table grows. A disabled scan counts as
  // expensive, and expensive queries would be JIT compiled, which takes longer than any query here.
  const planner = 'set enable_seqscan = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan set jit = off'
  const lock = `pg_advisory_xact_lock(${LOCK_SPACE}, 'log'::regclass::oid::int)`
  return `
create or replace function timeline_now() returns text language sql as $$
  select substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)
$$;

create or replace function system_now() returns text language sql as $$
  select system_identifier::text from pg_control_system()
$$;

create or replace function new_era(p_known bigint default 0) returns bigint language plpgsql ${path} as $$
declare
  v_head bigint;
  v_start bigint;
begin
  perform ${lock};
  v_head := (select max(revision) from log);
  -- Beyond all that anybody may have been told of, here or by a server that is gone.
  v_start := (greatest(v_head, p_known) / ${ERA} + 2) * ${ERA};
  insert into log values (v_start, '', null, true, 0, clock_timestamp(), 0, 0);
  update meta set era = era + 1, era_start = v_start, era_before = v_head, timeline = timeline_now(), system = system_now();
  return v_start;
end $$;

create or replace function changes_after(p_from bigint, p_writer bigint, p_batch bigint) returns table (${ANSWER})
language plpgsql stable ${path} ${planner} as $$
#variable_conflict use_column
begin
  return query select (select max(l.revision) from log l), m.era_start, m.compacted, r.*
  from meta m left join lateral (
    select t.revision, t.key, case when t.writer = p_writer and t.batch = p_batch then null else t.value end,
      t.removed, t.writer, t.batch
    from (
      select l.*, sum(coalesce(octet_length(l.value), 0)) over (order by l.revision) - coalesce(octet_length(l.value), 0) as before
      from (select * from log where log.revision > p_from order by log.revision limit ${MAX_ROWS}) l
    ) t
    where t.before < ${MAX_BYTES} or (t.writer = p_writer and t.batch = p_batch)
    order by t.revision
  ) r on true;
end $$;

create or replace function attach(p_writer bigint, p_epoch bigint, p_seen bigint, p_seen_writer bigint, p_seen_batch bigint)
returns table (head bigint, era_start bigint, compacted bigint, timeline text) language plpgsql ${path} as $$
#variable_conflict use_column
declare
  v_meta meta%rowtype;
  v_is_other boolean;
begin
  for attempt in 1..2 loop
    select * into strict v_meta from meta;
    v_is_other := v_meta.timeline <> timeline_now() or v_meta.system <> system_now() or coalesce(
      p_seen > v_meta.compacted and p_seen >= v_meta.era_start and not exists (
        select from log where revision = p_seen and writer = p_seen_writer and batch = p_seen_batch
      ), false
    );
    exit when not v_is_other;
    if attempt = 1 then
      perform ${lock};
    else
      perform new_era(coalesce(p_seen, 0));
    end if;
  end loop;
  if p_writer is not null then
    delete from writers where at < now() - interval '30 days' and id <> p_writer;
    insert into writers values (p_writer, p_epoch, now())
      on conflict (id) do update set epoch = excluded.epoch, at = excluded.at;
  end if;
  return query select (select max(revision) from log), m.era_start, m.compacted, m.timeline from meta m;
end $$;

create or replace function make_durable() returns void language plpgsql as $$
begin
  if current_setting('synchronous_commit') in ('off', 'local', 'remote_write') then
    perform set_config('synchronous_commit', 'on', true);
  end if;
end $$;

create or replace function confirmed_changes_after(p_from bigint) returns table (${ANSWER}) language plpgsql ${path} as $$
begin
  perform make_durable();
  -- Its commit waits for whomever that of a batch waits for, so a primary that is cut off from its standbys does not answer.
  perform pg_logical_emit_message(true, 'binnacle', '');
  return query select * from changes_after(p_from, null, null);
end $$;

create or replace function commit_batch(
  p_writer bigint, p_epoch bigint, p_batch bigint, p_from bigint, p_is_again boolean,
  p_keys text[], p_expected bigint[], p_values bytea[]
) returns table (${ANSWER}) language plpgsql ${path} ${planner} as $$
#variable_conflict use_column
declare
  v_meta meta%rowtype;
  v_head bigint;
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'commits need the isolation level read committed' using errcode = '${WRONG_ISOLATION}';
  end if;
  perform make_durable();
  perform ${lock};
  -- Each statement from here on sees what was committed before the lock was given.
  if not exists (select from writers where id = p_writer and epoch = p_epoch) then
    raise exception 'a newer connection of this writer has taken over' using errcode = '${FENCED}';
  end if;
  select * into strict v_meta from meta;
  if v_meta.timeline <> timeline_now() then
    perform new_era(p_from);
  end if;
  v_head := (select max(revision) from log);
  if p_is_again and p_from < v_meta.compacted then
    raise exception 'what became of the batch is forgotten' using errcode = '${FATE_FORGOTTEN}';
  end if;
  if p_is_again and exists (select from log where revision > p_from and writer = p_writer and batch = p_batch) then
    -- It was made already. This transaction waits for all that the batch's own had to wait for.
    perform pg_logical_emit_message(true, 'binnacle', '');
    v_head := least(v_head, (select min(revision) - 1 from log where revision > p_from and writer = p_writer and batch = p_batch));
  else
    insert into log
    select v_head + row_number() over (order by r.place), r.key, r.value, r.value is null, coalesce(n.revision, 0),
      clock_timestamp(), p_writer, p_batch
    from unnest(p_keys, p_expected, p_values) with ordinality as r (key, expected, value, place)
    left join lateral (select l.revision, l.removed from log l where l.key = r.key order by l.revision desc limit 1) n on true
    where r.key is not null
      and r.expected = case when n.removed then 0 else coalesce(n.revision, 0) end
      and (r.value is not null or r.expected > 0);
  end if;
  -- An answer has so many rows at most, and those of the batch have to be among them.
  return query select * from changes_after(
    case when v_head - p_from <= ${MAX_ROWS} - cardinality(p_keys) then p_from else v_head end, p_writer, p_batch
  );
end $$;

create or replace function compact(p_target bigint, p_rows int) returns bigint language plpgsql ${path} ${planner} as $$
declare
  v_low bigint;
  v_high bigint;
begin
  if not pg_try_advisory_xact_lock(${LOCK_SPACE}, 'meta'::regclass::oid::int) then
    return null;
  end if;
  v_low := (select m.compacted from meta m);
  v_high := (
    select max(t.revision)
    from (
      -- The newest row stays, whatever it is: the next revision is counted from it.
      select l.revision from log l
      where l.revision > v_low and l.revision <= p_target and l.revision < (select max(h.revision) from log h)
      order by l.revision limit p_rows
    ) t
  );
  if v_high is null then
    return null;
  end if;
  delete from log l using (select s.previous from log s where s.revision > v_low and s.revision <= v_high and s.previous > 0) p
  where l.revision = p.previous;
  delete from log l where l.revision > v_low and l.revision <= v_high and l.removed;
  update meta set compacted = v_high;
  return v_high;
end $$;

create or replace function as_json(p_value bytea) returns jsonb language plpgsql immutable parallel safe ${path} as $$
begin
  return convert_from(p_value, 'UTF8')::jsonb;
exception when others then
  return null;
end $$;

create or replace view objects as
select
  substring(key from '^/(.+)/[^/]*/[^/]+$') as resource,
  nullif(substring(key from '^/.+/([^/]*)/[^/]+$'), '') as namespace,
  substring(key from '([^/]+)$') as name,
  revision,
  at as written_at,
  as_json(value) as object
from log latest
where key like '/%' and not removed
  and not exists (select from log newer where newer.key = latest.key and newer.revision > latest.revision);

`
}
