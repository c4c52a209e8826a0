import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { describeSettings } from '../../server/foundation/config/config.ts'
import { checkout } from '../service.ts'

const read = (file: string) => readFileSync(join(checkout, file), 'utf8')
const compose = parse(read('compose.yaml'))
const { realword, prometheus, grafana } = compose.services
const names = describeSettings().map(({ name }) => name)

test('the service can write to its volume and /tmp alone', () => {
  expect(realword).toMatchObject({ read_only: true, tmpfs: ['/tmp'], cap_drop: ['ALL'] })
  expect(realword.security_opt).toEqual(['no-new-privileges:true'])
  expect(realword.volumes).toEqual(['data:/data'])
  const image = read('Dockerfile')
  expect(image).toMatch(/^ENV .*DATA_DIR=\/data$/m)
  expect(image).toMatch(/^USER 1000:1000$/m)
  // PostgreSQL does not start as a user without a name, which a base image may lack.
  expect(image).toContain(`getent passwd 1000 > /dev/null || echo 'realword:x:1000:1000:`)
})

test('every variable of the service is a setting, and its secrets are files', () => {
  const secrets = Object.keys(compose.secrets)
  expect(realword.secrets).toEqual(secrets)
  const plain = Object.keys(realword.environment).filter(name => !name.endsWith('_FILE'))
  const files = Object.fromEntries(
    Object.entries(realword.environment).filter(([name]) => name.endsWith('_FILE')),
  )
  expect(names).toEqual(expect.arrayContaining([...plain, ...secrets]))
  expect(files).toEqual(Object.fromEntries(secrets.map(name => [`${name}_FILE`, `/run/secrets/${name}`])))
})

test('secrets are neither in the image nor in git', () => {
  for (const name of Object.keys(compose.secrets)) {
    expect(compose.secrets[name].file).toBe(`./secrets/${name}`)
  }
  expect(read('.dockerignore').split('\n')).toContain('secrets')
  expect(read('.gitignore').split('\n')).toContain('/secrets/')
})

test('no test is in the image, and nothing in it loads one', () => {
  const ignored = read('.dockerignore').split('\n')
  expect(ignored).toEqual(
    expect.arrayContaining(['**/*.test.ts', '**/*.test.tsx', 'server/test', 'e2e', 'bench', 'mutants']),
  )
  const isTest = (file: string) =>
    /\.test\.tsx?$|^(server\/test|packages\/widgets\/test|e2e|bench|mutants)\//.test(file)
  const shipped = ['server', 'demo', 'widgets', 'dashboard', 'texts', 'build', 'packages']
    .flatMap(folder =>
      readdirSync(join(checkout, folder), { recursive: true }).map(name => `${folder}/${name}`),
    )
    .filter(file => /\.tsx?$/.test(file) && !file.includes('node_modules') && !isTest(file))
  expect(shipped.length).toBeGreaterThan(1000)
  const loads = shipped.flatMap(file =>
    [...read(file).matchAll(/(?:from |import\()'(\.[^']+)'/g)].map(([, path = '']) => [
      file,
      join(file, '..', path),
    ]),
  )
  expect(loads.filter(([, loaded = '']) => isTest(loaded))).toEqual([])
})

test('the service may stop in its own time', () => {
  expect(Number.parseInt(realword.stop_grace_period, 10)).toBeGreaterThanOrEqual(90)
})

test('Prometheus and Grafana start only with their profile, and are not public', () => {
  for (const { profiles } of [prometheus, grafana]) expect(profiles).toEqual(['observability'])
  expect(prometheus.ports).toBeUndefined()
  expect(grafana.ports).toEqual(['127.0.0.1:3000:3000'])
  const [scrape] = parse(compose.configs.prometheus.content).scrape_configs
  expect(scrape.static_configs[0].targets).toEqual(['realword:8080'])
  expect(scrape.authorization.credentials_file).toBe('/run/secrets/METRICS_TOKEN')
  for (const { content } of Object.values<{ content: string }>(compose.configs))
    expect(parse(content)).toBeTypeOf('object')
})
