import { parseArgs } from 'node:util'
import { buildRelease, usualOutput } from './build.ts'
import { prepareRelease } from './prepare.ts'
import { ReleaseRefused } from './refused.ts'

const usage = `npm run release -- prepare VERSION      writes the version into all packages and CHANGELOG.md
npm run release -- build [--output FOLDER]   writes the files of the release, from a checkout without changes
`

const { values, positionals } = parseArgs({
  options: { output: { type: 'string', default: usualOutput } },
  allowPositionals: true,
})
const [command, version, ...more] = positionals
try {
  if (command === 'prepare' && version !== undefined && more.length === 0) prepareRelease(version, new Date())
  else if (command === 'build' && version === undefined) buildRelease(values.output)
  else {
    process.stderr.write(usage)
    process.exitCode = 2
  }
} catch (error) {
  if (!(error instanceof ReleaseRefused)) throw error
  process.stderr.write(`Error: ${error.message}\n`)
  process.exitCode = 1
}
