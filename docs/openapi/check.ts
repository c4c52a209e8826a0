import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import spectral from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'
import { makeDocuments } from './documents.ts'

/** Lints all OpenAPI documents with the recommended rules of Redocly and Spectral. A warning fails as an error does. */
const folder = mkdtempSync(join(tmpdir(), 'openapi-'))
try {
  const documents = await makeDocuments()
  const problems = [...lintWithRedocly(documents), ...(await lintWithSpectral(documents))]
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true })
}

type RedoclyReport = { problems: { ruleId: string; message: string; location: { pointer?: string }[] }[] }

function lintWithRedocly(documents: Record<string, object>): string[] {
  const cli = join(import.meta.dirname, '../../node_modules/.bin/redocly')
  // It looks for a newer version and reports its use unless it is told not to.
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  return Object.entries(documents).flatMap(([name, document]) => {
    writeFileSync(join(folder, name), JSON.stringify(document))
    const parameters = ['lint', name, '--extends', 'recommended', '--format', 'json']
    const { stdout, stderr } = spawnSync(cli, parameters, { cwd: folder, env, encoding: 'utf8' })
    if (!stdout) throw new Error(stderr)
    const { problems } = JSON.parse(stdout) as RedoclyReport
    return problems.map(
      ({ ruleId, message, location: [at] }) => `redocly ${ruleId} ${name}${at?.pointer}: ${message}`,
    )
  })
}

async function lintWithSpectral(documents: Record<string, object>): Promise<string[]> {
  const linter = new spectral.Spectral()
  linter.setRuleset({ extends: [[rulesets.oas as never, 'recommended']] })
  const found: string[] = []
  for (const [name, document] of Object.entries(documents)) {
    for (const { code, path, message } of await linter.run(document as Record<string, unknown>))
      found.push(`spectral ${code} ${name}#/${path.join('/')}: ${message}`)
  }
  return found
}
