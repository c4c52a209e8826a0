import { chownSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { freePort } from '../../server/test/network/listen.ts'
import { isRoot, nobody } from '../other-users.ts'
import { launchProgram } from '../programs/processes.ts'
import { temporaryFolder, waitFor } from '../service.ts'

// It refuses to run as root.
const as = isRoot ? { uid: nobody, gid: nobody } : {}

/** Starts a PgBouncer in front of the server at `port`. Returns its port. `ignored`: parameters that it drops. */
export async function startPgBouncer(
  program: string,
  port: number,
  mode: 'session' | 'transaction',
  ignored: string[],
): Promise<number> {
  const folder = temporaryFolder(as)
  const own = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  const settings = [
    '[databases]',
    `* = host=127.0.0.1 port=${port} user=realword`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${own}`,
    'unix_socket_dir =',
    'auth_type = any',
    `pool_mode = ${mode}`,
    'default_pool_size = 50',
    ...(ignored.length > 0 ? [`ignore_startup_parameters = ${ignored.join(', ')}`] : []),
  ]
  writeFileSync(file, `${settings.join('\n')}\n`)
  if (as.uid !== undefined) chownSync(file, as.uid, as.gid)
  launchProgram(program, [file], { log: join(folder, 'pgbouncer.log'), as })
  await waitFor('PgBouncer', () => answers(own))
  return own
}

function answers(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
