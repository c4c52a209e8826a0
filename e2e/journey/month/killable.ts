import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import sql from 'sql-template-tag'
import type { Service } from '../service.ts'

export type Killable = {
  /** Does what is due at a time. Resolves to false if the process was killed meanwhile. */
  runAt: (now: number) => Promise<boolean>
  kill: () => void
  close: () => Promise<void>
}

/** The background work of the service in a process that can be killed. After a kill, the next call starts another. */
export function createKillable({ url, database, settings }: Service): Killable {
  let child: ChildProcess | undefined
  const start = async () => {
    const program = new URL('./worker.ts', import.meta.url)
    const started = fork(program, [JSON.stringify(settings), url], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    child = started
    await once(started, 'message')
    return started
  }
  return {
    runAt: async now => {
      const worker = child ?? (await start())
      const ended = Promise.withResolvers<'killed'>()
      const onExit = () => ended.resolve('killed')
      worker.once('exit', onExit)
      const answered = Promise.withResolvers<{ error: string | null }>()
      worker.once('message', answered.resolve)
      worker.send(now)
      const outcome = await Promise.race([ended.promise, answered.promise])
      worker.off('exit', onExit)
      if (outcome !== 'killed') {
        if (outcome.error !== null) throw new Error(outcome.error)
        return true
      }
      child = undefined
      await releaseJobs(database)
      return false
    },
    kill: () => void child?.kill('SIGKILL'),
    close: async () => {
      const last = child
      child = undefined
      if (!last) return
      const exited = once(last, 'exit')
      last.disconnect()
      await exited
    },
  }
}

// The queue misses a killed worker after 20 s without its heartbeat, which is nothing in a month.
async function releaseJobs(database: Service['database']): Promise<void> {
  await database.query(sql`update pgboss.job set state = 'retry', started_on = null where state = 'active'`)
}
