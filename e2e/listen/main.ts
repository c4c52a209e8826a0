import { parseArgs } from 'node:util'
import { cleanUp, newDataDir, startService, temporaryFolder } from '../service.ts'
import { readDemo } from './demo.ts'
import { startDesktop, versionsOf } from './desktop.ts'
import { type Job, jobs } from './jobs.ts'
import { listen } from './listener.ts'
import type { ProgramName } from './programs.ts'

// npm run listen -- [JOB …] [--browser chromium] [--language ar]
// Does jobs with the keyboard, and prints what Orca says after each key. Fails if something that a job waits for is never said.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    browser: { type: 'string', default: 'firefox' },
    language: { type: 'string', default: 'en' },
  },
})
const browser = values.browser as ProgramName
const names = positionals.length > 0 ? positionals : Object.keys(jobs)
const unknown = names.filter(name => !(name in jobs))

if (unknown.length > 0 || !['firefox', 'chromium'].includes(browser)) {
  process.stderr.write(`Jobs: ${Object.keys(jobs).join(', ')}. Browsers: firefox, chromium.\n`)
  process.exitCode = 2
} else {
  try {
    const demo = await readDemo(await startService({ dataDir: newDataDir(), flags: ['--demo'] }))
    const desktop = await startDesktop(temporaryFolder())
    for (const name of names) {
      const job = jobs[name] as Job
      const program = job.program ?? browser
      console.log(`\n## ${name}: ${versionsOf(program)}\n`)
      try {
        await desktop.open(program, job.at(demo, values.language), values.language)
        await listen(job.steps, desktop, demo)
      } catch (error) {
        console.log(`FAILED: ${(error as Error).message}`)
        process.exitCode = 1
      }
      await desktop.closeWindow()
    }
  } finally {
    await cleanUp()
  }
}
