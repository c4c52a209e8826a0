import { parseArgs } from 'node:util'
import { audit } from '../audit/audit.ts'
import { AuditFailed } from '../audit/failed.ts'
import { buildRelease, usualOutput } from './build.ts'
import { prepareRelease } from './prepare.ts'
import { ReleaseRefused } from './refused.ts'

const usage = `npm run release -- prepare VERSION      writes the version into all packages and CHANGELOG.md
npm run release -- build [--output FOLDER] [--skip-audit]
    audits what ships, and writes the files of the release, from a checkout without changes
`

const { values, positionals } = parseArgs({
  options: {
    output: { type: 'string', default: usualOutput },
    'skip-audit': { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
const [command, version, ...more] = positionals
try {
  if (command === 'prepare' && version !== undefined && more.length === 0) prepareRelease(version, new Date())
  else if (command === 'build' && version === undefined)
    buildRelease(values.output, () => checkAdvisories(values['skip-audit']))
  else {
    process.stderr.write(usage)
    process.exitCode = 2
  }
} catch (error) {
  if (!(error instanceof ReleaseRefused || error instanceof AuditFailed)) throw error
  process.stderr.write(`Error: ${error.message}\n`)
  process.exitCode = 1
}

function checkAdvisories(isSkipped: boolean): void {
  const say = (line: string) => process.stdout.write(`${line}\n`)
  if (isSkipped) say('The audit was skipped: known vulnerabilities of what ships were not checked.')
  else if (!audit({ today: new Date().toISOString().slice(0, 10), isRelease: true }, say))
    throw new ReleaseRefused(
      'Packages that ship have the vulnerabilities above, which no judgement says are not reachable.',
    )
}
