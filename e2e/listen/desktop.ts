import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { onCleanUp, waitFor } from '../service.ts'
import { type ProgramName, programs } from './programs.ts'

/** A screen without a monitor, a keyboard, and Orca, which writes what it says into a file. */
export type Desktop = {
  /** Opens an address, or the file of an email, in a new window, which forgets everything when it closes. */
  open: (program: ProgramName, address: string, language: string) => Promise<void>
  press: (key: string) => Promise<string[]>
  type: (text: string) => Promise<string[]>
  /** What was said since the last call, once it is quiet. */
  heard: () => Promise<string[]>
  closeWindow: () => Promise<void>
}

/** The versions of what is listened to, as the programs name themselves. */
export function versionsOf(program: ProgramName): string {
  const version = (command: string) =>
    execFileSync(command, ['--version'], { encoding: 'utf8' }).trim().split('\n')[0]
  return `Orca ${version('orca')}, ${version(programs[program].command)}`
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
    // A busy machine speaks late: the first word has three times as long as the next ones.
    for (let quiet = -20, length = read; quiet < 10; quiet++) {
      await pause(100)
      if (said().length !== length) [quiet, length] = [0, said().length]
    }
    const lines = said().slice(read)
    read += lines.length
    // The text of an email is said with the ends of its lines.
    return lines.map(line => line.replace(/^SPEECH OUTPUT: '|'$/g, ''))
  }
  let window: ChildProcess | undefined
  let opened = 0
  return {
    heard,
    open: async (name, address, language) => {
      const profile = join(folder, `profile-${++opened}`)
      mkdirSync(profile)
      const { command, prepare, ready } = programs[name]
      window = start(command, prepare(profile, address, language))
      await waitFor('the window', () =>
        said()
          .slice(read)
          .some(line => ready.test(line)),
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
    closeWindow: async () => {
      if (window) await end(window)
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
