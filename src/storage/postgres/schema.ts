/**
 * The engine's tables as SQL, and the constants shared with its queries.
 *
 * One table is the log: one row per commit, and the newest row of a key is its state. Revisions are assigned under one lock,
 * which is held until the commit is durable, so they become visible in order: there is no sequence, and there are no gaps.
 *
 * @module
 */

/** Version of the layout; the database records its own. */
export const LAYOUT = 2

/** The namespace of our advisory locks. */
export const LOCK_SPACE = 1_651_076_718

/** Errors raised by our functions, by SQLSTATE. */
export const [FENCED, FATE_FORGOTTEN, WRONG_ISOLATION] = ['BN001', 'BN002', 'BN003'] as const

/** Maximum rows of an answer, and approximate bytes of their values. */
export const [MAX_ROWS, MAX_BYTES] = [1_000, 8 * 1024 * 1024] as const

/** A quoted SQL identifier. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** A quoted SQL string. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

/**
 * The statements that create empty tables.
 *
 * @param name - Name of the schema; it is created if missing.
 */
export function tables(name: string): string {
  const schema = quoted(name)
  return `
create schema if not exists ${schema};
set local search_path = ${schema};

create table log (
  revision bigint primary key,
  key text collate "C" not null,
  value bytea,
  removed boolean not null,
  previous bigint not null,
  at timestamptz not null,
  writer bigint not null,
  batch bigint not null
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.05);
create index log_key on log (key, revision desc) include (removed);
do $$ begin
  alter table log alter column value set compression lz4;
exception when feature_not_supported then null;
end $$;

create table meta (
  single boolean primary key default true check (single),
  layout int not null,
  compacted bigint not null,
  era int not null,
  era_start bigint not null,
  era_before bigint not null,
  timeline text not null,
  system text not null
);

create table writers (id bigint primary key, epoch bigint not null, at timestamptz not null);
`
}

/** The statements that add the initial rows of an empty log, after the functions. */
export const FIRST_ROWS = `
insert into log values (1, '', null, true, 0, clock_timestamp(), 0, 0);
insert into meta values (true, ${LAYOUT}, 0, 1, 1, 0, timeline_now(), system_now());
`
