import { runProgram } from './service/commands/program.ts'

// Files contain personal data or secrets, so no other user may read them, in any folder.
process.umask(0o077)

// `realword order list | head -1` closes the pipe early. The command still ends in order, so that no server stays behind.
process.stdout.on('error', error => {
  if ((error as { code?: string }).code !== 'EPIPE') throw error
})

await runProgram(process.argv.slice(2), process)
