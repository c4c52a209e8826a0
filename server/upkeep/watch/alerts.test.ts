import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { freePort } from '../../test/network/listen.ts'

const pathOf = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))
const rules = readFileSync(pathOf('deploy/prometheus-rules.yaml'), 'utf8')
const ruleTests = readFileSync(pathOf('deploy/prometheus-rules.test.yaml'), 'utf8')
const answers = readFileSync(pathOf('docs/how-to/answer-alerts.md'), 'utf8')
const dashboard = JSON.parse(readFileSync(pathOf('deploy/grafana.json'), 'utf8')) as {
  panels: { title: string; targets: { expr: string }[] }[]
}

const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)
const alerts = all(rules, /- alert: (\w+)/g)
const alertQueries = all(rules, /^ +expr: (.*)$/gm)
// Grafana replaces its own variables.
const panelQueries = dashboard.panels.flatMap(({ targets }) =>
  targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '1m')),
)
const queries = [...alertQueries, ...panelQueries]

const isThere = (program: string) => spawnSync(program, ['--version']).error === undefined
const hasPromtool = isThere('promtool')
const hasPrometheus = isThere('prometheus')
if (!hasPromtool || !hasPrometheus)
  console.log(
    'Skipped: checks of deploy/prometheus-rules.yaml by promtool and Prometheus, which are not installed.',
  )

let it: TestApp
beforeAll(async () => {
  // Its disk is measured.
  it = await startTestApp({ DATA_DIR: tmpdir() })
})
afterAll(() => it.close())

test('every alert has a query, a severity, a test and a section that says what to do', () => {
  expect(alerts.length).toBeGreaterThan(10)
  expect(alertQueries).toHaveLength(alerts.length)
  expect(all(rules, /severity: (critical|warning)$/gm)).toHaveLength(alerts.length)
  expect(all(rules, /runbook: docs\/how-to\/answer-alerts\.md#(\w+)$/gm)).toEqual(
    alerts.map(alert => alert.toLowerCase()),
  )
  expect(all(answers, /^## (\w+)$/gm)).toEqual(alerts)
  for (const alert of alerts) expect(ruleTests).toContain(`alertname="${alert}",alertstate="firing",`)
})

test('every metric of an alert or a panel is one of /metrics', async () => {
  const { body } = await it.send('GET', '/metrics')
  const served = new Set(all(body, /^# TYPE (\S+) /gm))
  for (const query of queries) {
    const names = all(query, /\b((?:realword|nodejs|process)_\w+)/g)
    for (const name of names)
      expect(served.has(name) || served.has(name.replace(/_(bucket|sum|count)$/, '')), name).toBe(true)
    expect(names.length > 0 || query.includes('up{job="realword"}'), query).toBe(true)
  }
})

test.runIf(hasPromtool)('promtool accepts the alerts, and they fire when they should', () => {
  const deploy = pathOf('deploy')
  execFileSync('promtool', ['check', 'rules', 'prometheus-rules.yaml'], { cwd: deploy, stdio: 'pipe' })
  execFileSync('promtool', ['test', 'rules', 'prometheus-rules.test.yaml'], { cwd: deploy, stdio: 'pipe' })
})

describe.runIf(hasPrometheus)('Prometheus', () => {
  let folder: string
  let prometheus: ReturnType<typeof spawn>
  let url: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'realword-prometheus-'))
    const port = await freePort()
    url = `http://127.0.0.1:${port}`
    writeFileSync(
      join(folder, 'prometheus.yml'),
      `global: { scrape_interval: 1s, evaluation_interval: 1s }
rule_files: [${JSON.stringify(pathOf('deploy/prometheus-rules.yaml'))}]
scrape_configs:
  - job_name: realword
    static_configs: [{ targets: ['${new URL(it.url).host}'] }]
`,
    )
    prometheus = spawn(
      'prometheus',
      [
        `--config.file=${join(folder, 'prometheus.yml')}`,
        `--storage.tsdb.path=${join(folder, 'data')}`,
        `--web.listen-address=127.0.0.1:${port}`,
      ],
      { stdio: 'ignore' },
    )
  })
  afterAll(async () => {
    const ended = new Promise(resolve => prometheus.once('exit', resolve))
    prometheus.kill()
    await ended
    rmSync(folder, { recursive: true })
  })

  type Answer = { status: string; error?: string; data: { result: unknown[] } }
  const ask = async (query: string) =>
    (await (await fetch(`${url}/api/v1/query?${new URLSearchParams({ query })}`)).json()) as Answer

  test('scrapes the service, runs every query, and has nothing to alert about', async () => {
    const scrapes = async () => (await ask('sum_over_time(up{job="realword"}[1m]) > 3')).data.result
    await vi.waitFor(async () => expect(await scrapes()).toHaveLength(1), { timeout: 120_000, interval: 200 })
    for (const query of queries) expect(await ask(query), query).toMatchObject({ status: 'success' })
    // Without backups, mails and 503, these show nothing.
    const empty = /backup|mails_total|unavailable|cache_hits|realword_imports|realword_exports|group_commit/
    const shows = async (query: string) => expect((await ask(query)).data.result, query).not.toEqual([])
    // On a busy machine, some scrapes take longer than Prometheus waits, and nothing has a value until the next.
    for (const query of panelQueries.filter(one => !empty.test(one)))
      await vi.waitFor(() => shows(query), { timeout: 120_000, interval: 200 })
    expect((await ask('ALERTS{alertstate="firing"}')).data.result).toEqual([])
  })
})
