import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** `thunderbird-text` prefers the text of an email to its HTML. */
export type ProgramName = 'firefox' | 'chromium' | 'thunderbird' | 'thunderbird-text'

type Program = {
  command: string
  /** Writes a profile that forgets everything, into an empty folder. Returns the arguments that open the address. */
  prepare: (profile: string, address: string, language: string) => string[]
  /** What Orca says once it is open. */
  ready: RegExp
}

export const programs: Record<ProgramName, Program> = {
  firefox: { command: 'firefox-esr', prepare: firefox, ready: /Finished loading/ },
  chromium: { command: 'chromium', prepare: chromium, ready: /Finished loading/ },
  thunderbird: thunderbird(false),
  'thunderbird-text': thunderbird(true),
}

// Other addresses go to a proxy that does not exist. Loopback ones never use it.
const onlyThisMachine = {
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
  'network.proxy.type': 1,
}

function firefox(profile: string, url: string, language: string): string[] {
  const settings = {
    'browser.aboutwelcome.enabled': false,
    'browser.shell.checkDefaultBrowser': false,
    'browser.translations.enable': false,
    'datareporting.policy.dataSubmissionEnabled': false,
    'intl.accept_languages': language,
    ...onlyThisMachine,
    'signon.rememberSignons': false,
  }
  writeSettings(profile, settings)
  return ['--no-remote', '--profile', profile, url]
}

function chromium(profile: string, url: string, language: string): string[] {
  // Its offers to translate a page and to save a password take the place of the page.
  const settings = { translate: { enabled: false }, credentials_enable_service: false }
  mkdirSync(join(profile, 'Default'))
  writeFileSync(join(profile, 'Default/Preferences'), JSON.stringify(settings))
  const quiet = [
    '--no-first-run',
    '--disable-background-networking',
    '--disable-gpu',
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
    '--password-store=basic',
    '--test-type',
    '--disable-features=OmniboxPopup',
  ]
  // Root, as in a container, cannot use the sandbox.
  return [...quiet, '--no-sandbox', `--user-data-dir=${profile}`, `--accept-lang=${language}`, url]
}

/** Without an account, but with the folders that every profile has: a window that asks for an address would take the focus. */
function thunderbird(isText: boolean): Program {
  const prepare = (profile: string, file: string) => {
    mkdirSync(join(profile, 'Mail/Local Folders'), { recursive: true })
    writeSettings(profile, {
      'datareporting.policy.dataSubmissionEnabled': false,
      'mail.account.account1.server': 'server1',
      'mail.account.lastKey': 1,
      'mail.accountmanager.accounts': 'account1',
      'mail.accountmanager.localfoldersserver': 'server1',
      'mail.provider.enabled': false,
      'mail.server.server1.directory-rel': '[ProfD]Mail/Local Folders',
      'mail.server.server1.hostname': 'Local Folders',
      'mail.server.server1.name': 'Local Folders',
      'mail.server.server1.type': 'none',
      'mail.server.server1.userName': 'nobody',
      'mail.shell.checkDefaultClient': false,
      'mailnews.display.prefer_plaintext': isText,
      'mailnews.start_page.enabled': false,
      ...onlyThisMachine,
    })
    return ['--no-remote', '--profile', profile, file]
  }
  // Its main window opens first, and then that of the file.
  return { command: 'thunderbird', prepare, ready: /OUTPUT: '(?!Local Folders).* - Mozilla Thunderbird/ }
}

function writeSettings(profile: string, settings: Record<string, string | number | boolean>): void {
  const lines = Object.entries(settings).map(
    pair => `user_pref(${pair.map(one => JSON.stringify(one)).join()});`,
  )
  writeFileSync(join(profile, 'user.js'), lines.join('\n'))
}
