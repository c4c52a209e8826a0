import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { makeDocuments } from './documents.ts'

const ajv = new Ajv2020({ strict: false, validateFormats: false })

/** Lints all OpenAPI documents by the rules of `redocly.yaml`, none of which is a warning. */
const folder = mkdtempSync(join(tmpdir(), 'openapi-'))
try {
  const documents = await makeDocuments()
  for (const [name, document] of Object.entries(documents))
    writeFileSync(join(folder, name), JSON.stringify(document))
  lint(Object.keys(documents))
  for (const problem of Object.entries(documents).flatMap(([name, document]) => wrongSchemas(document, name)))
    report(problem)
} finally {
  rmSync(folder, { recursive: true })
}

function lint(names: string[]): void {
  const cli = join(import.meta.dirname, '../../node_modules/.bin/redocly')
  const config = join(import.meta.dirname, 'redocly.yaml')
  // It looks for a newer version and reports its use unless it is told not to.
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const parameters = ['lint', ...names, '--config', config, '--lint-config', 'error', '--format', 'stylish']
  const { status, stdout, stderr } = spawnSync(cli, parameters, { cwd: folder, env, encoding: 'utf8' })
  if (status !== 0) report(stdout + stderr)
}

/** What Redocly passes over: patterns that do not compile, and defaults that their own schema refuses. */
function wrongSchemas(value: unknown, at: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  const { type, pattern, default: fallback } = value as Record<string, unknown>
  const own: string[] = []
  try {
    if (typeof pattern === 'string') new RegExp(pattern, 'u')
    if (typeof type === 'string' && fallback !== undefined && !ajv.validate(value, fallback))
      own.push(`${at}/default: ${ajv.errorsText()}`)
  } catch (error) {
    own.push(`${at}: ${error}`)
  }
  return [...own, ...Object.entries(value).flatMap(([name, one]) => wrongSchemas(one, `${at}/${name}`))]
}

function report(problem: string): void {
  console.error(problem)
  process.exitCode = 1
}
