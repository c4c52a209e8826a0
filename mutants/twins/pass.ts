import { afterAll, expect, test } from 'vitest'
import {
  type Called,
  eachCalled,
  expectSame,
  isCalledWithoutRows,
  openCalls,
} from '../../server/test/twins/calling.ts'
import { hashOf, write } from '../journal.ts'
import { hash, type Mutant } from '../mutant.ts'
import { lineOf } from '../slice.ts'
import { allMutants, filesOfTree, read } from '../sources.ts'
import { conditionsIn, without } from './marks.ts'

// Calls every verb of server/test/twins as its test does, once more for each condition on a store in its statements,
// which is then removed from them. Without a restart, so a condition takes some tenths of a second.

const by = 'server/test/twins/verbs.test.ts'
const only = process.env.TWINS_ONLY ?? ''
const isWhole = only === ''
const mostStatements = 5_000 // of one call: it would not end

let removed: Pick<Mutant, 'id'> | undefined
let sent: string[] = []
const { worlds, callIn, close } = await openCalls(text => {
  sent.push(text)
  if (sent.length > mostStatements) throw new Error('It does not end.')
  return removed ? without(text, removed) : text
})
afterAll(close)

const known = new Map(
  allMutants(filesOfTree())
    .filter(({ kind }) => kind === 'tenant')
    .map(mutant => [mutant.id, mutant]),
)
const reached = new Set<string>()
const killed = new Map<string, string>()
const refused = new Set<string>()
const { alone, beside, bare } = worlds
const { emptyStoreId } = worlds.seeded

test('conditions on stores', async () => {
  const called = eachCalled().filter(({ file }) => file.includes(only))
  for (const [index, verb] of called.entries()) {
    await tryConditions(
      verb,
      () => callIn(alone, verb),
      () => callIn(beside, verb),
    )
    if (isCalledWithoutRows(verb))
      await tryConditions(
        verb,
        () => callIn(bare, verb, emptyStoreId),
        () => callIn(alone, verb, emptyStoreId),
      )
    if (index % 20 === 19) say(`${index + 1} of ${called.length} verbs: ${figures()}`)
  }
  note()
  for (const [title, ids] of [
    ['survived the twins', [...reached].filter(id => !killed.has(id) && !refused.has(id))],
    ['refused by PostgreSQL', [...refused].filter(id => !killed.has(id))],
    ['in no statement of a verb', isWhole ? [...known.keys()].filter(id => !reached.has(id)) : []],
  ] as const) {
    say(`\n${title}: ${ids.length}`)
    for (const mutant of ids.flatMap(id => known.get(id) ?? [])) say(lineOf(mutant))
  }
  say(`\n${known.size} conditions on stores: ${figures()}`)
  expect(reached.size).toBeGreaterThan(0)
})

type Call = () => ReturnType<typeof callIn>

async function tryConditions(verb: Called, expected: Call, actual: Call): Promise<void> {
  sent = []
  const right = await expected()
  sent = []
  expectSame(await actual(), right)
  const conditions = new Set(sent.flatMap(conditionsIn))
  for (const id of conditions) {
    reached.add(id)
    if (killed.has(id)) continue
    removed = { id }
    sent = []
    try {
      expectSame(await actual(), right)
    } catch (error) {
      const { code = '' } = error as { code?: string }
      // Syntax, or types that cannot be inferred.
      if (/^42(601|P08|P18|883|804)$/.test(code)) refused.add(id)
      else killed.set(id, `${verb.file} ${verb.name} ${verb.which}`)
    } finally {
      removed = undefined
    }
  }
}

/** Notes what was killed in the journal, so that `npm run mutants` has only the others to run. */
function note(): void {
  for (const [id, name] of killed) {
    const mutant = known.get(id)
    if (!mutant) continue
    const { kind, file, line, what } = mutant
    const source = hash(read(file))
    const found = { by: `${by} > ${name}`, ran: [by], source, tests: hashOf([by]) }
    write({
      ...{ id, kind, file, line, what, result: 'killed', ...found },
      seconds: 0,
      at: new Date().toISOString(),
    })
  }
}

function figures(): string {
  return `${reached.size} reached, ${killed.size} killed`
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
