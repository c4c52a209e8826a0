import { onStage, type Stage } from './stage.ts'

// npm run pictures -- SUBJECT [FOLDER]
// Saves the pictures of the documentation in docs/images/, or more of them in another folder, for review.

const subjects: Record<string, () => Promise<{ draw: (stage: Stage) => Promise<void> }>> = {
  readme: () => import('./readme.ts'),
  mail: () => import('./mail.ts'),
  forms: () => import('./forms.ts'),
  widgets: () => import('./widgets.ts'),
  reviews: () => import('./reviews.ts'),
  dashboard: () => import('./dashboard.ts'),
  compat: () => import('./compat.ts'),
}

const [name = '', folder] = process.argv.slice(2)
const subject = subjects[name]
if (subject) await onStage(folder, (await subject()).draw)
else {
  process.stderr.write(`There are no pictures of ${name}. Known: ${Object.keys(subjects).join(', ')}\n`)
  process.exitCode = 2
}
