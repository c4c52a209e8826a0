import { Command } from 'commander'
import { addDoctorCommand } from './commands/doctor.ts'
import { endWithError, usageError } from './commands/errors.ts'
import { addKeyCommands } from './commands/key.ts'
import { addMailCommands } from './commands/mail.ts'
import { addMigrateCommand } from './commands/migrate.ts'
import { addOrderCommands } from './commands/order.ts'
import { addPersonCommands } from './commands/person.ts'
import { addQuestionCommands } from './commands/question.ts'
import { addReviewCommands } from './commands/review.ts'
import { addStartCommand } from './commands/start.ts'
import { addStoreCommands } from './commands/store.ts'
import { addUserCommands } from './commands/user.ts'

// Files contain personal data or secrets, so no other user may read them, in any folder.
process.umask(0o077)

const program = new Command('realword')
  .description('Reviews, ratings and product questions for online stores.')
  .helpCommand(false)
  .exitOverride()
  .configureOutput({ outputError: () => {} })

addStartCommand(program)
addStoreCommands(program)
addKeyCommands(program)
addOrderCommands(program)
addReviewCommands(program)
addQuestionCommands(program)
addPersonCommands(program)
addUserCommands(program)
addMailCommands(program)
addMigrateCommand(program)
addDoctorCommand(program)

try {
  await program.parseAsync()
} catch (error) {
  usageError(error) ?? endWithError(error)
}
