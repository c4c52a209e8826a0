// Samples of code are plain strings with the placeholders of templates.
import { describe, expect, test } from 'vitest'
import { agreed } from './agreed.ts'
import type { Result } from './journal.ts'
import { apply, type Edit, kinds, mutantsOf, parse, type Rule } from './mutant.ts'
import { checks, verdicts } from './rules/checks.ts'
import { policies, routePolicies } from './rules/guards.ts'
import { caps } from './rules/limits.ts'
import { locks, rowLimits, states, tenants } from './rules/sql.ts'
import { allMutants, filesOfTree, read } from './sources.ts'
import { outermost } from './together/removed.ts'

/** The changed code of each mutant that a rule finds. */
function mutated(text: string, rule: Rule, file = 'server/sample.ts'): string[] {
  const found = mutantsOf(parse(file, text), [rule])
  return found.map(({ edits }) => apply(text, edits))
}

describe('tenant', () => {
  test('each condition becomes true; assignments and columns stay', () => {
    const text = `sql\`
      update orders set store_id = \${other}, state = 'sent'
      from stores
      where orders.store_id = stores.store_id and store_id = \${store.store_id}::uuid and id = \${id}\``
    expect(mutated(text, tenants)).toEqual([
      text.replace('orders.store_id = stores.store_id', 'true'),

      text.replace('store_id = ${store.store_id}::uuid', 'true'),
    ])
  })

  test('a numbered parameter stays with its type, a shared column leaves `using`', () => {
    expect(mutated("const text = 'select from a where store_id = $1 and sku = any($2)'", tenants)).toEqual([
      "const text = 'select from a where ($1::uuid is not null) and sku = any($2)'",
    ])
    expect(mutated('sql`select from a join b using (store_id, id)`', tenants)).toEqual([
      'sql`select from a join b using (id)`',
    ])
  })

  test('a template inside a template is read once', () => {
    const text = 'sql`select from a ${is ? sql`where store_id = ${id}` : empty} limit 1`'
    expect(mutated(text, tenants)).toEqual(['sql`select from a ${is ? sql`where true` : empty} limit 1`'])
  })

  test('other uses of store_id are left alone', () => {
    expect(mutated('const a = `?store_id=${id}`; if (store_id === b) c()', tenants)).toEqual([])
  })
})

test('lock: rows, skipped rows, advisory locks, tables and isolation levels', () => {
  expect(mutated("raw(lock ? 'for no key update' : '')", locks)).toEqual(["raw(lock ? '' : '')"])
  expect(mutated('sql`select from a for update skip locked`', locks)).toEqual([
    'sql`select from a `',
    'sql`select from a for update`',
  ])
  expect(mutated('sql`select pg_advisory_xact_lock(hashtextextended(a, 0))`', locks)).toEqual([
    'sql`select abs(hashtextextended(a, 0))`',
  ])
  expect(mutated('sql`select pg_try_advisory_xact_lock(${key}) as taken`', locks)).toEqual([
    'sql`select null is distinct from int8(${key}) as taken`',
  ])
  expect(mutated('sql`lock table a in share mode`', locks)).toEqual(['sql`select 1`'])
  expect(mutated('sql`set transaction isolation level repeatable read`', locks)).toEqual(['sql`select 1`'])
})

describe('limit', () => {
  test('row limits, except `limit 1`', () => {
    expect(mutated("'select from a limit 1'", rowLimits)).toEqual([])
    expect(mutated("'select from a limit 100'", rowLimits)).toEqual([
      "'select from a limit 1000000000 + 0 * (100)'",
    ])
    expect(mutated("'select from a limit $2::integer + $3::integer offset $3'", rowLimits)).toEqual([
      "'select from a limit 1000000000 + 0 * ($2::integer + $3::integer) offset $3'",
    ])
    const nested = '`select from a limit (select least(1, b) from c) offset 2`'
    expect(mutated(nested, rowLimits)).toEqual([
      '`select from a limit 1000000000 + 0 * ((select least(1, b) from c)) offset 2`',
    ])
  })

  test('lengths, counts, sizes and rates', () => {
    expect(mutated('z.string().trim().max(35).optional()', caps)).toEqual(['z.string().trim().optional()'])
    expect(mutated('Math.max(1, 2)', caps)).toEqual([])
    expect(mutated('list(text(255, 1), 2, 50)', caps)).toEqual([
      'list(text(3_000_000, 1), 2, 50)',
      'list(text(255, 1), 2, 3_000_000)',
    ])
    expect(mutated('const mostBytes = { review: 256 * MiB, none: 0 } as const', caps)).toEqual([
      'const mostBytes = { review: 2_000_000_000, none: 0 } as const',
    ])
    expect(mutated("limitPerNetwork(counts, 'access', config.SIGN_IN_RATE_LIMIT * 5)", caps)).toEqual([
      "limitPerNetwork(counts, 'access', 2_000_000_000)",
    ])
    expect(mutated('countOf(row, 1)', caps)).toEqual([])
  })
})

describe('guard', () => {
  test('each guard of a policy is removed once', () => {
    const text = "const a = { b: [own, https], c: member('owner', limitPerPerson(counts, 'x', n)) }"
    expect(mutated(text, policies, 'server/api/access.ts')).toEqual([
      text.replace('own, ', ''),
      text.replace(', https', ''),
      text.replace(", limitPerPerson(counts, 'x', n)", ''),
    ])
    expect(mutated(text, policies, 'server/elsewhere.ts')).toEqual([])
  })

  test('a route moves to the next lower policy', () => {
    const text = "[group('Owners', door.owner, [['GET', '/a', one()], ['POST', '/b', two()]])]"
    expect(mutated(text, routePolicies, 'server/api/routes/public.ts')).toEqual([
      "[group('Owners', door.owner, [ ['POST', '/b', two()]]), group('Owners', door.moderator, [['GET', '/a', one()]])]",
      "[group('Owners', door.owner, [['GET', '/a', one()], ]), group('Owners', door.moderator, [['POST', '/b', two()]])]",
    ])
  })

  test('a route that reaches others loses its role, or the check that the store is active', () => {
    const text = (policy: string) => `[group('All', ${policy}, [['GET', '/a', one()]])]`
    const next = (policy: string) =>
      mutated(text(policy), routePolicies, 'server/api/routes/public.ts').map(
        found => /group\('All', (\S+), \[\[/.exec(found.slice(text(policy).length - 24))?.[1],
      )
    expect(next('policy.ownerReaching')).toEqual(['policy.moderatorReaching', 'policy.owner'])
    expect(next('policy.moderatorTesting')).toEqual(['policy.viewer', 'policy.moderator'])
    expect(next('policy.ownerErasing')).toEqual(['policy.moderator'])
    expect(next("policy.manage('orders:write')")).toEqual(["policy.manage('reviews:read')"])
    expect(next('policy.none')).toEqual([])
  })
})

test('check: each alternative of a condition that refuses', () => {
  const text =
    "if (!key || key.revoked) {\n  count()\n  throw new ApiError('key_invalid')\n}\nif (a || b) go()"
  expect(mutated(text, checks)).toEqual([text.replace('!key', 'false'), text.replace('key.revoked', 'false')])
  expect(mutated("if (secret === '') return { kind: 'refused', why: 'None.' }", checks)).toEqual([
    "if (false) return { kind: 'refused', why: 'None.' }",
  ])
  expect(mutated("if (!row) return void (await instead('removed'))", checks)).toEqual([
    "if (false) return void (await instead('removed'))",
  ])
  expect(mutated("if (many) throw noticeRefusal('targets', 'many')", checks)).toEqual([
    "if (false) throw noticeRefusal('targets', 'many')",
  ])
  expect(mutated("if (seconds > 60) throw new VideoRefused('long')", checks)).toEqual([
    "if (false) throw new VideoRefused('long')",
  ])
})

test('check: each part of a verdict, of functions that decide', () => {
  const text = "function isSigned() {\n  if (key === '' || a) return false\n  return b(key) && c === d\n}"
  expect(mutated(text, verdicts)).toEqual([
    text.replace("key === ''", 'false'),
    text.replace('|| a)', '|| false)'),
    text.replace('b(key)', 'true'),
    text.replace('c === d', 'true'),
  ])
  expect(mutated(text.replace('isSigned', 'isShown'), verdicts)).toEqual([])
})

test('state: what became of a row, and until when it counts; assignments stay', () => {
  const text = `sql\`
    update rewards
    set state = 'given', given_at = \${at}
    where store_id = \${id} and state in ('open', 'kept') and (given_at is null or kept_until > \${at})
      and next_at <= $1\``
  expect(mutated(text, states)).toEqual([
    text.replace("state in ('open', 'kept')", 'true'),
    text.replace('given_at is null', 'true'),
    text.replace('kept_until > ${at}', 'true'),
  ])
})

test('state: a time is replaced with its type and its distance', () => {
  const text =
    'sql`where expires_on >= ${day}::date or created_at <= ${at}::timestamptz - make_interval(days => 7)`'
  expect(mutated(text, states)).toEqual([
    text.replace('expires_on >= ${day}::date', 'true'),
    text.replace('created_at <= ${at}::timestamptz - make_interval(days => 7)', 'true'),
  ])
})

test('of mutants that overlap, the outer one is removed, and of the same place the first', () => {
  const [outer, inner, again, other] = [
    { start: 0, end: 9, text: 'a' },
    { start: 3, end: 5, text: 'b' },
    { start: 0, end: 9, text: 'c' },
    { start: 12, end: 14, text: 'd' },
  ] as const
  const edits = [[inner], [outer], [again], [other, inner]].map(edits => ({ edits }))
  expect(outermost(edits)).toEqual([outer])
  expect(outermost(edits.slice(0, 1))).toEqual([inner])
  expect(outermost([{ edits: [other] }, { edits: [outer] }])).toEqual([other, outer])
  // The one between is left out, so what lies within it stays.
  const between = { start: 2, end: 6, text: 'e' }
  const widest = { start: 10, end: 30, text: 'f' }
  expect(outermost([inner, [between, other], widest].map(edits => ({ edits: [edits].flat() })))).toEqual([
    inner,
    widest,
  ])
})

test('a result is that of two runs which agree, or of a third', async () => {
  const of = async (...results: Result[]) => {
    const left = results.map(result => ({ result }))
    const { result } = await agreed(async () => left.shift() ?? { result: 'invalid' as const })
    return [result, results.length - left.length]
  }
  expect(await of('killed', 'killed')).toEqual(['killed', 2])
  expect(await of('killed', 'survived', 'survived')).toEqual(['survived', 3])
  expect(await of('survived', 'killed', 'killed')).toEqual(['killed', 3])
  expect(await of('hung', 'hung')).toEqual(['hung', 2])
  expect(await of('unreached')).toEqual(['unreached', 1])
})

test('a mutant keeps its id after edits elsewhere, and equal statements get different ids', () => {
  const condition = 'sql`where store_id = 1`'
  const idsOf = (text: string) => mutantsOf(parse('server/a.ts', text), [tenants]).map(({ id }) => id)
  const [first, second] = idsOf(`${condition}\n${condition}`)
  expect(first).not.toBe(second)
  expect(idsOf(`const more = 1\n\n${condition}`)).toEqual([first])
})

// Without its policy the service does not start.
test('routes move to policies that exist', () => {
  const known = [...read('server/api/access.ts').matchAll(/^ {4}(\w+)[:,(]/gm)].map(([, name]) => name)
  const moves = allMutants(filesOfTree().filter(file => file.startsWith('server/api/routes/')))
  const next = moves.flatMap(({ what }) => /→ policy\.(\w+)/.exec(what)?.[1] ?? [])
  expect(next.length).toBeGreaterThan(200)
  expect([...new Set(next)].filter(name => !known.includes(name))).toEqual([])
})

// A mutant that does not parse would fail every test, and prove nothing.
test('every mutant of the sources parses, and has a unique id', () => {
  const mutants = allMutants(filesOfTree())
  const byFile = Map.groupBy(mutants, ({ file }) => file)
  for (const [file, ofFile] of byFile) {
    const text = read(file)
    // Apply non-overlapping mutants together: parsing once for each took a minute.
    for (let left = ofFile.map(({ edits }) => edits); left.length > 0; ) {
      const { together, others } = apart(left)
      expect(problemsOf(file, apply(text, together.flat())), file).toEqual([])
      left = others
    }
  }
  expect(new Set(mutants.map(({ id }) => id)).size).toBe(mutants.length)
  for (const kind of kinds) expect(mutants.filter(one => one.kind === kind).length, kind).toBeGreaterThan(30)
})

function apart(all: Edit[][]): { together: Edit[][]; others: Edit[][] } {
  const together: Edit[][] = []
  const touches = (one: Edit, other: Edit) => one.start <= other.end && other.start <= one.end
  const others = all.filter(edits => {
    const isFree = !edits.some(one => together.flat().some(other => touches(one, other)))
    if (isFree) together.push(edits)
    return !isFree
  })
  return { together, others }
}

function problemsOf(file: string, text: string): unknown[] {
  // Syntax errors only: types are not checked.
  const { parseDiagnostics } = parse(file, text) as unknown as {
    parseDiagnostics: { messageText: unknown }[]
  }
  return parseDiagnostics.map(({ messageText }) => messageText)
}
