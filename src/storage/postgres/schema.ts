/**
 * What the engine keeps in the database, as SQL, and the words that this has in common with what asks for it.
 *
 * One table is the log: a row a commit, and the newest row of a key is its state. Revisions are given under one lock, which is
 * held until the commit is durable, so they become visible in their order: there is no sequence, and there are no gaps.
 *
 * @module
 */

/** Version of what is below; the database says which one it has. */
export const LAYOUT = 2

/** The space of advisory locks that ours are in. */
export const LOCK_SPACE = 1_651_076_718

/** Errors that our functions raise, by SQLSTATE. */
export const [FENCED, FATE_FORGOTTEN, WRONG_ISOLATION] = ['BN001', 'BN002', 'BN003'] as const

/** Most rows that an answer brings, and bytes of their values, about. */
export const [MAX_ROWS, MAX_BYTES] = [1_000, 8 * 1024 * 1024] as const

/** A name as SQL takes it. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** A piece of text as SQL takes it. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

/**
 * The statements that make empty tables.
 *
 * @param name - Name of the schema; it is made where there is none.
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

/** The statements that give the tables, once there are functions, what even an empty log has. */
export const FIRST_ROWS = `
insert into log values (1, '', null, true, 0, clock_timestamp(), 0, 0);
insert into meta values (true, ${LAYOUT}, 0, 1, 1, 0, timeline_now(), system_now());
`
