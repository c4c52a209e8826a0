import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { onCleanUp, waitFor } from '../service.ts'

/** A screen without a monitor, a keyboard, and Orca, which writes what it says into a file. */
export type Desktop = {
  /** Opens an address in a new browser, which forgets everything when it closes. */
  open: (browser: BrowserName, url: string, language: string) => Promise<void>
  press: (key: string) => Promise<string[]>
  type: (text: string) => Promise<string[]>
  /** What was said since the last call, once it is quiet. */
  heard: () => Promise<string[]>
  closeBrowser: () => Promise<void>
}

export type BrowserName = 'firefox' | 'chromium'

const programs = { firefox: 'firefox-esr', chromium: 'chromium' }

/** The versions of what is listened to, as the programs name themselves. */
export function versionsOf(browser: BrowserName): string {
  const version = (program: string) =>
    execFileSync(program, ['--version'], { encoding: 'utf8' }).trim().split('\n')[0]
  return `Orca ${version('orca')}, ${version(programs[browser])}`
}

/** Starts them in a folder, which is the home of all their files. */
export async function startDesktop(folder: string): Promise<Desktop> {
  const started: ChildProcess[] = []
  onCleanUp(async () => {
    for (const child of started.reverse()) await end(child)
  })
  const display = `:${80 + (process.pid % 900)}`
  const env: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    HOME: folder,
    XDG_RUNTIME_DIR: folder,
    DISPLAY: display,
    LANG: 'C.UTF-8',
    GNOME_ACCESSIBILITY: '1',
    ACCESSIBILITY_ENABLED: '1',
    SPEECHD_ADDRESS: `unix_socket:${join(folder, 'nobody-speaks')}`,
  }
  const start = (program: string, args: string[]) => {
    const child = spawn(program, args, {
      env,
      cwd: folder,
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    started.push(child)
    return child
  }
  const call = (program: string, ...args: string[]) => execFileSync(program, args, { env, stdio: 'ignore' })

  start('Xvfb', [display, '-screen', '0', '1280x1000x24', '-nolisten', 'tcp'])
  const bus = start('dbus-daemon', ['--session', '--nofork', '--print-address'])
  env.DBUS_SESSION_BUS_ADDRESS = await new Promise(resolve =>
    bus.stdout?.once('data', text => resolve(String(text).trim())),
  )
  await waitFor('the screen', () => succeeds(() => call('xdotool', 'getdisplaygeometry')))
  start('openbox', [])
  for (const name of ['IsEnabled', 'ScreenReaderEnabled']) {
    const method = ['--method', 'org.freedesktop.DBus.Properties.Set', 'org.a11y.Status', name, '<true>']
    call('gdbus', 'call', '--session', '--dest', 'org.a11y.Bus', '--object-path', '/org/a11y/bus', ...method)
  }
  const speech = join(folder, 'speech.log')
  customise(folder, speech)
  start('orca', [])
  const said = () =>
    succeeds(() => readFileSync(speech)) ? readFileSync(speech, 'utf8').split('\n').slice(0, -1) : []
  await waitFor('Orca', () => said().length > 0)

  let read = 0
  const heard = async () => {
    for (let quiet = 0, length = said().length; quiet < 10; quiet++) {
      await pause(100)
      if (said().length !== length) [quiet, length] = [0, said().length]
    }
    const lines = said().slice(read)
    read += lines.length
    return lines.map(line => /^SPEECH OUTPUT: '(.*)'/.exec(line)?.[1] ?? line)
  }
  let browser: ChildProcess | undefined
  let opened = 0
  return {
    heard,
    open: async (name, url, language) => {
      const profile = join(folder, `profile-${++opened}`)
      mkdirSync(profile)
      browser = start(programs[name], { firefox, chromium }[name](profile, url, language))
      await waitFor('the page', () =>
        said()
          .slice(read)
          .some(line => line.includes('Finished loading')),
      )
    },
    press: async key => {
      call('xdotool', 'key', key)
      return await heard()
    },
    type: async text => {
      call('xdotool', 'type', '--delay', '40', text)
      return await heard()
    },
    closeBrowser: async () => {
      if (browser) await end(browser)
      await heard()
    },
  }
}

// Orca keeps what it says for its own tests, in a log that this writes to a file. Keys are not repeated by voice.
function customise(folder: string, speech: string): void {
  const home = join(folder, '.local/share/orca')
  mkdirSync(home, { recursive: true })
  const lines = [
    'import logging, orca.settings',
    `logging.getLogger("speech").addHandler(logging.FileHandler(${JSON.stringify(speech)}))`,
    'orca.settings.enableKeyEcho = False',
    'orca.settings.sayAllOnLoad = False',
    'orca.settings.speechVerbosityLevel = 1',
  ]
  writeFileSync(join(home, 'orca-customizations.py'), `${lines.join('\n')}\n`)
}

function firefox(profile: string, url: string, language: string): string[] {
  const settings = {
    'browser.aboutwelcome.enabled': false,
    'browser.shell.checkDefaultBrowser': false,
    'browser.translations.enable': false,
    'datareporting.policy.dataSubmissionEnabled': false,
    'intl.accept_languages': language,
    'network.captive-portal-service.enabled': false,
    'network.connectivity-service.enabled': false,
    'signon.rememberSignons': false,
  }
  const lines = Object.entries(settings).map(
    pair => `user_pref(${pair.map(one => JSON.stringify(one)).join()});`,
  )
  writeFileSync(join(profile, 'user.js'), lines.join('\n'))
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
    '--password-store=basic',
    '--test-type',
    '--disable-features=OmniboxPopup',
  ]
  // Root, as in a container, cannot use the sandbox.
  return [...quiet, '--no-sandbox', `--user-data-dir=${profile}`, `--accept-lang=${language}`, url]
}

function succeeds(act: () => unknown): true | undefined {
  try {
    act()
    return true
  } catch {
    return undefined
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise(resolve => child.once('exit', resolve))
  succeeds(() => process.kill(-(child.pid as number), 'SIGKILL'))
  await ended
}
