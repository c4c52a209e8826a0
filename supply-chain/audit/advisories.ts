import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nameOf, shippedPackages } from '../packages.ts'
import { AuditFailed } from './failed.ts'

export const severities = ['info', 'low', 'moderate', 'high', 'critical'] as const

/** A known vulnerability of a package, as the registry has it. `id`: that of GitHub, GHSA-…, or else the registry's. */
export type Advisory = {
  id: string
  package: string
  severity: (typeof severities)[number]
  title: string
  url: string
}

// What `npm audit --json` prints. A text in `via` is the name of another vulnerable package, which has its own entry.
type Report = {
  vulnerabilities: Record<string, { name: string; nodes: string[]; via: (string | Found)[] }>
}
type Found = Omit<Advisory, 'id' | 'package'> & { source: number }

const checkout = fileURLToPath(new URL('../..', import.meta.url))

/**
 * The advisories of what ships: everything that is installed with the service, or bundled for browsers. Throws
 * `AuditFailed` if the registry does not answer.
 */
export function shippedAdvisories(registry: string | undefined): Advisory[] {
  const shipped = new Set(shippedPackages().map(({ folder }) => folder))
  const found = new Map<string, Advisory>()
  for (const { name, nodes, via } of Object.values(readReport(registry).vulnerabilities)) {
    if (!nodes.some(node => shipped.has(`${checkout}${node}`))) continue
    for (const one of via) {
      if (typeof one === 'string') continue
      const { source, severity, title, url } = one
      const id = /GHSA(-\w{4}){3}/.exec(url)?.[0] ?? String(source)
      found.set(`${id} ${name}`, { id, package: nameOf(`node_modules/${name}`), severity, title, url })
    }
  }
  return [...found.values()].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
}

/** One advisory may be about several packages. */
export const keyOf = ({ id, package: name }: Pick<Advisory, 'id' | 'package'>) => `${name} ${id}`

// Without --omit=dev: packages that are bundled are among the development dependencies. With a cache of its own: npm would
// take the severity that an advisory had when it saw it first.
function readReport(registry: string | undefined): Report {
  const cache = mkdtempSync(join(tmpdir(), 'realword-audit-'))
  const of = registry ? [`--registry=${registry}`] : []
  const args = ['audit', '--json', '--package-lock-only', `--cache=${cache}`, ...of]
  try {
    const { stdout, stderr, error } = spawnSync('npm', args, {
      cwd: checkout,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    })
    if (error) throw error
    const report = parsed(stdout)
    if (report?.vulnerabilities) return report as Report
    throw new AuditFailed(
      `The registry does not answer npm audit: ${report?.message ?? stderr.trim()}\nRun it on a machine that reaches registry.npmjs.org. Nothing was checked.`,
    )
  } finally {
    rmSync(cache, { recursive: true, force: true })
  }
}

function parsed(text: string): Partial<Report & { message: string }> | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
