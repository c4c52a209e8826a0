import { ReleaseRefused } from './refused.ts'

// https://keepachangelog.com/en/1.1.0/
const unreleased = '## [Unreleased]\n'

/** The changelog with what is not released under a version and its day. Throws if there is nothing, or the version is there. */
export function nameVersion(changelog: string, version: string, day: string): string {
  if (headingOf(changelog, version) !== undefined)
    throw new ReleaseRefused(`CHANGELOG.md has a section ${version} already. Choose the next version.`)
  if (sectionBelow(changelog, unreleased) === '')
    throw new ReleaseRefused('CHANGELOG.md has nothing below [Unreleased]. Write what changed for users.')
  return changelog.replace(unreleased, `${unreleased}\n## [${version}] - ${day}\n`)
}

/** What changed in a version, without its heading. Throws if it has no section. */
export function sectionOf(changelog: string, version: string): string {
  const heading = headingOf(changelog, version)
  if (heading === undefined)
    throw new ReleaseRefused(
      `CHANGELOG.md has no section ${version}. Run: npm run release -- prepare ${version}, and commit.`,
    )
  return sectionBelow(changelog, heading)
}

function headingOf(changelog: string, version: string): string | undefined {
  return changelog.split(/(?<=\n)/).find(line => line.startsWith(`## [${version}] - `))
}

function sectionBelow(changelog: string, heading: string): string {
  const [, after = ''] = changelog.split(heading)
  const [section = ''] = after.split(/^## /m)
  return section.trim()
}
