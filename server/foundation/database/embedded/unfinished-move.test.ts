import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { createTestDatabase } from '../../../test/database/database.ts'
import { openForTests } from '../../../test/for-each-test/open-for-tests.ts'
import { isMoving, moveLock, movePublication, undoUnfinishedMove } from './unfinished-move.ts'

const home = openForTests(() => createTestDatabase({ empty: true }))

test.skipIf(inject('citus'))('a move that is running is not undone, and one that was killed is', async () => {
  const [mover, other] = [new pg.Client(home.target), new pg.Client(home.target)]
  await Promise.all([mover.connect(), other.connect()])
  const undo = async () => {
    await undoUnfinishedMove(other, async () => home.target)
    return (await other.query(`select ${isMoving} as moving`)).rows
  }
  try {
    await mover.query(`create publication ${movePublication}`)
    await mover.query('select pg_advisory_lock($1)', [moveLock])
    expect(await undo()).toEqual([{ moving: true }])
    await mover.query('select pg_advisory_unlock($1)', [moveLock]) // as when its connection ends
    expect(await undo()).toEqual([{ moving: false }])
  } finally {
    await other.query(`drop publication if exists ${movePublication}`)
    await Promise.all([mover.end(), other.end()])
  }
})
