import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeSettings } from '../../server/foundation/config/config.ts'
import { readPage } from '../docs/pages.ts'
import { checkout } from '../service.ts'

const path = 'deploy/realword.service'
const lines = readPage(path)
  .split('\n')
  .flatMap(line => {
    const [, name = '', value = ''] = /^([A-Z]\w+)=(.*)$/.exec(line) ?? []
    return name ? [{ name, value }] : []
  })
const directives = (wanted: string) => lines.filter(({ name }) => name === wanted).map(({ value }) => value)
const directive = (name: string) => directives(name).join(' ')

const analyze = spawnSync('systemd-analyze', ['--version'], { encoding: 'utf8' })
const lacksSystemd = analyze.status !== 0 || Number(/^systemd (\d+)/.exec(analyze.stdout)?.[1]) < 250
if (lacksSystemd) console.log('Skipped: systemd-analyze 250 or newer is not installed.')

test('the unit gives up every capability and most of the system', () => {
  expect(directives('CapabilityBoundingSet')).toEqual([''])
  expect(directives('SystemCallFilter')).toEqual(['@system-service', '~@privileged @resources'])
  expect(directive('ProtectSystem')).toBe('strict')
  expect(directive('NoNewPrivileges')).toBe('yes')
  expect(directives('InaccessiblePaths')).toEqual(['-/opt/realword/.git'])
  expect(directive('MemoryMax')).toMatch(/^\d+%$/)
})

test('the unit gives secrets as files, each with its setting', () => {
  const secrets = describeSettings().filter(({ secret }) => secret)
  const given = directives('LoadCredential').map(value => value.split(':')[0] ?? '')
  expect(given).toEqual(expect.arrayContaining(['SECRET', 'DATABASE_URL', 'SMTP_URL']))
  expect(secrets.map(({ name }) => name)).toEqual(expect.arrayContaining(given))
  expect(directives('SetCredential')).toEqual(given.map(name => `${name}:\\n`))
  const files = directives('Environment').filter(value => value.includes('_FILE='))
  expect(files).toEqual(given.map(name => `${name}_FILE=%d/${name}`))
})

test('the unit lets the service stop in its own time, and PostgreSQL after it', () => {
  expect(directive('KillMode')).toBe('mixed')
  expect(Number(directive('TimeoutStopSec'))).toBeGreaterThanOrEqual(90)
})

test.skipIf(lacksSystemd)('systemd understands the unit, and finds its exposure below 3.0', () => {
  const unit = join(checkout, path)
  const security = spawnSync('systemd-analyze', ['security', '--offline=true', unit], { encoding: 'utf8' })
  const exposure = Number(/Overall exposure level for realword.service: ([\d.]+)/.exec(security.stdout)?.[1])
  expect(exposure, security.stdout + security.stderr).toBeLessThan(3)
  const verify = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' })
  const faults = verify.stderr
    .split('\n')
    .filter(line => line.includes('realword.service') && !line.includes('/opt/realword/realword is not'))
  expect(faults).toEqual([])
})

test('realwordctl runs commands with the folder, settings and secrets of the unit', () => {
  const script = readPage('deploy/realwordctl')
  expect(script).toContain(`EnvironmentFile=${directive('EnvironmentFile')}`)
  const [dataDir, compiled] = directives('Environment')
  expect(script).toContain(`--setenv=${dataDir}`)
  expect(script).toContain(`--setenv=${compiled}`)
  expect(script).toContain(`--uid=${directive('User')}`)
  expect(directives('LoadCredential').every(value => value.includes(':/etc/realword/'))).toBe(true)
  expect(spawnSync('sh', ['-n', join(checkout, 'deploy/realwordctl')]).status).toBe(0)
})
