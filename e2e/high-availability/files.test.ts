import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { errorBody } from '../../server/foundation/errors/errors.ts'
import { readPage } from '../docs/pages.ts'
import { findProgram } from '../programs/programs.ts'
import { checkout } from '../service.ts'

const folder = join(checkout, 'deploy/high-availability')
const haproxy = findProgram('haproxy')
if (!haproxy) console.log('Skipped: HAProxy is not installed.')

test('an order is on two servers before it is answered', () => {
  const { dcs } = parse(readFileSync(join(folder, 'patroni.yml'), 'utf8')).bootstrap
  expect(dcs).toMatchObject({ synchronous_mode: true, synchronous_mode_strict: true })
  // What Patroni requires of the three.
  expect(dcs.loop_wait + 2 * dcs.retry_timeout).toBeLessThanOrEqual(dcs.ttl)
})

test('a primary that woke from a freeze cannot take its role back, and one without etcd continues', () => {
  const { dcs } = parse(readFileSync(join(folder, 'patroni.yml'), 'utf8')).bootstrap
  expect(dcs.failsafe_mode).toBe(true)
  const page = readPage('docs/how-to/high-availability.md')
  expect(page).toMatch(/^ETCD_ENABLE_V2=true$/m)
  expect(page).toMatch(/^PATRONI_ETCD_HOSTS=/m)
  expect(page).not.toMatch(/^PATRONI_ETCD3_HOSTS=/m)
})

test('patronictl of the page finds etcd, whose addresses are only in the environment of the service', () => {
  const page = readPage('docs/how-to/high-availability.md')
  const lines = page.split('\n').filter(line => line.includes('patronictl -c'))
  expect(lines.length).toBeGreaterThan(2)
  for (const line of lines)
    expect(line).toMatch(/^\(set -a; \. \/etc\/patroni\/environment; patronictl -c .*\)$/)
})

test('the watchdog belongs to postgres before Patroni starts, which opens it only then', () => {
  const page = readPage('docs/how-to/high-availability.md')
  const [before = '', after] = page.split('systemctl enable --now patroni')
  expect(after).toBeDefined()
  const block = before.split('```sh\n').find(text => text.includes('61-watchdog.rules')) ?? ''
  expect(block.split('\n```')[0]?.split('\n')).toEqual([
    `echo 'KERNEL=="watchdog", OWNER="postgres", GROUP="postgres"' > /etc/udev/rules.d/61-watchdog.rules`,
    'udevadm control --reload',
    'printf softdog > /etc/modules-load.d/softdog.conf && modprobe softdog',
    'udevadm trigger --settle --name-match=watchdog',
    'ls -l /dev/watchdog',
  ])
})

test("HAProxy's own 503 is the one of Realword, with Retry-After", () => {
  const [head = '', body = ''] = readFileSync(join(folder, '503.http'), 'utf8').split('\r\n\r\n')
  expect(head).toMatch(/^HTTP\/1.1 503 Service Unavailable\r\n/)
  expect(head).toContain('\r\nRetry-After: 1\r\n')
  expect(JSON.parse(body)).toEqual(errorBody('unavailable'))
})

test('the page names every variable of haproxy.cfg', () => {
  const config = readFileSync(join(folder, 'haproxy.cfg'), 'utf8')
  const used = [...config.matchAll(/\$([A-Z_0-9]+)/g)].map(([, name = '']) => name)
  const page = readPage('docs/how-to/high-availability.md')
  expect(used.length).toBeGreaterThan(5)
  for (const name of used) expect(page).toMatch(new RegExp(`^${name}=`, 'm'))
})

test.skipIf(!haproxy)('HAProxy accepts its configuration', () => {
  const page = readPage('docs/how-to/high-availability.md')
  const variables = [...page.matchAll(/^([A-Z_0-9]+)=(.+)$/gm)].map(([, name, value]) => [name, value])
  const env = { ...Object.fromEntries(variables), ERRORS: folder }
  const checked = spawnSync(haproxy as string, ['-c', '-f', join(folder, 'haproxy.cfg')], {
    encoding: 'utf8',
    env,
  })
  expect(checked.status, checked.stderr).toBe(0)
  expect(checked.stderr).not.toContain('WARNING')
})
