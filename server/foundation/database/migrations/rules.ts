import { splitStatements, withoutComments } from './split-statements.ts'

const mark = '-- outside a transaction'

/** Whether the statements of a migration run each on its own. Such a migration may be applied again after a kill. */
export const isOutsideTransaction = (text: string): boolean => text.startsWith(mark)

/** The name of the index that the statement creates concurrently. */
export function concurrentIndex(statement: string): string | undefined {
  return /^create (?:unique )?index concurrently if not exists (\S+)/.exec(plain(statement))?.[1]
}

/** Lower case, without comments, with single spaces. */
const plain = (statement: string) => withoutComments(statement).toLowerCase().replace(/\s+/g, ' ').trim()

/**
 * What would stop orders while the migration runs on a table of ten million rows: a sentence for each statement. A
 * statement after the comment `-- small table: REASON` may lock.
 */
export function findLongLocks(text: string): string[] {
  const statements = splitStatements(text)
  const made = statements.map(tableMadeBy)
  const isOutside = isOutsideTransaction(text)
  return statements.flatMap((statement, place) => {
    if (/^\s*-- small table: \S/m.test(statement)) return []
    const words = plain(statement)
    const table = tableOf(words)
    if (table && made.includes(table)) return []
    if (plain(statements[place - 1] ?? '') === dropBefore(words)) return []
    const rule = rules.find(({ fits }) => fits(words, isOutside))
    return rule ? [`${words.slice(0, 60)}: ${rule.fix}`] : []
  })
}

/**
 * What Citus refuses of a migration: a column with a constraint that has no name, and a constraint beside another
 * change of its statement (docs/decisions/0037). PostgreSQL's own name for a check is that of its table and column with
 * `_check`.
 */
export function findRefusedByCitus(text: string): string[] {
  return splitStatements(text)
    .map(plain)
    .filter(words => words.startsWith('alter table '))
    .flatMap(words => [
      ...(/ add (?!constraint ).*(?<!constraint \S+ )(check \(|references |unique|primary key)/.test(words)
        ? [`${words.slice(0, 60)}: Citus adds no column with a constraint that has no name. Name it.`]
        : []),
      ...(/, add constraint | add constraint .*, (add|drop|alter) /.test(words)
        ? [`${words.slice(0, 60)}: Citus adds a constraint in a statement of its own only. Divide it.`]
        : []),
    ])
}

const tableMadeBy = (statement: string) =>
  /^create (?:unlogged )?table (?:if not exists )?([\w."]+)/.exec(plain(statement))?.[1]

/** What makes it repeatable to add a constraint that is not valid yet. */
const dropBefore = (words: string) =>
  words.replace(/^(alter table \S+) add constraint (\S+) .* not valid$/, '$1 drop constraint if exists $2')

function tableOf(words: string): string | undefined {
  const found =
    /^create (?:unique )?index .*? on (?:only )?([\w."]+)/.exec(words) ??
    /^alter table (?:if exists )?(?:only )?([\w."]+)/.exec(words) ??
    /^(?:update|delete from|truncate(?: table)?|lock(?: table)?) (?:only )?([\w."]+)/.exec(words)
  return found?.[1]
}

type Rule = { fits: (words: string, isOutside: boolean) => boolean; fix: string }

const matching = (pattern: RegExp) => (words: string) => pattern.test(words)

// Which locks they take, and for how long: PostgreSQL's documentation, "Explicit Locking" and "ALTER TABLE".
const rules: Rule[] = [
  {
    fits: matching(/^create (unique )?index (?!concurrently)/),
    fix: `writes wait until the index is built. Create it concurrently if not exists, in a migration that begins with "${mark}".`,
  },
  {
    fits: (words, isOutside) => /^(create (unique )?|drop |re)index concurrently/.test(words) && !isOutside,
    fix: `it cannot run in a transaction. Begin the migration with "${mark}".`,
  },
  {
    fits: matching(/^create (unique )?index concurrently (?!if not exists)/),
    fix: 'a migration that was killed could not continue. Write "if not exists".',
  },
  {
    fits: (words, isOutside) =>
      isOutside && !/if (not )?exists|^(analyze|validate|do) |validate constraint/.test(words),
    fix: 'a migration that was killed could not continue. Write "if exists" or "if not exists".',
  },
  {
    fits: matching(/^alter table .* add constraint \S+ (check|foreign key)(?!.* not valid$)/),
    fix: 'it reads the whole table under a lock. Add it not valid, and validate it in the next migration.',
  },
  {
    fits: matching(/^alter table .* add (constraint \S+ )?(unique|primary key)(?! using index)/),
    fix: 'it builds an index under a lock. Create a unique index concurrently, and add the constraint using it.',
  },
  {
    fits: matching(/^alter table .* alter (column )?\S+ (set data )?type /),
    fix: 'it rewrites the whole table under a lock. Add a column, and fill it in batches.',
  },
  {
    fits: matching(/^alter table .* alter (column )?\S+ set not null/),
    fix: 'it reads the whole table under a lock. Add a check that is not valid, validate it, then set it in a later migration.',
  },
  {
    fits: matching(
      /^alter table .* add (column )?(?!constraint).*( not null(?!.* default )| generated | references | (clock_timestamp|random|gen_random_uuid|nextval)\()/,
    ),
    fix: 'it writes or reads the whole table under a lock. Add the column with a constant default, or without one.',
  },
  {
    fits: matching(/^(update|delete from) /),
    fix: 'it locks every row until the end. Change rows in batches, in server/upkeep/housekeeping/.',
  },
  {
    fits: matching(
      /^(vacuum .*full|cluster|lock|truncate|reindex (?!.*concurrently)|refresh materialized view (?!concurrently))/,
    ),
    fix: 'it stops all reads and writes of the table.',
  },
]
