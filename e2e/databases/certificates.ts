import { execFileSync } from 'node:child_process'
import { chownSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Whether openssl is installed, which makes the certificates. */
export const hasOpenssl = (() => {
  try {
    return execFileSync('openssl', ['version'], { stdio: 'pipe' }).length > 0
  } catch {
    return false
  }
})()

const openssl = (args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' })
const newKey = ['-newkey', 'rsa:2048', '-nodes']

/** Makes an authority of its own in `folder`. Returns the file of its certificate. */
export function makeAuthority(folder: string, name: string): string {
  const file = join(folder, `${name}.crt`)
  const key = ['-keyout', join(folder, `${name}.key`), '-out', file]
  openssl(['req', '-x509', ...newKey, '-days', '2', '-subj', `/CN=${name}`, ...key])
  return file
}

/** Makes `server.crt` and `server.key` of `localhost` in the folder of a PostgreSQL server, for its owner. */
export function certify(folder: string, authority: string): void {
  const file = (name: string) => join(folder, name)
  openssl([
    'req',
    ...newKey,
    '-subj',
    '/CN=localhost',
    '-keyout',
    file('server.key'),
    '-out',
    file('server.csr'),
  ])
  writeFileSync(file('server.ext'), 'subjectAltName = DNS:localhost\n')
  const issuer = ['-CA', authority, '-CAkey', authority.replace(/crt$/, 'key'), '-CAcreateserial']
  const files = ['-in', file('server.csr'), '-out', file('server.crt'), '-extfile', file('server.ext')]
  openssl(['x509', '-req', '-days', '2', ...issuer, ...files])
  const { uid, gid } = statSync(folder)
  for (const name of ['server.crt', 'server.key']) chownSync(file(name), uid, gid)
}
