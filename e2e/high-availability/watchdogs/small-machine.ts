import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { launchProgram, signal } from '../../programs/processes.ts'
import { findProgram } from '../../programs/programs.ts'
import { temporaryFolder, waitFor } from '../../service.ts'

export type Device = 'softdog' | 'i6300esb'

/** A virtual machine of QEMU with Debian's kernel, a watchdog of 15 s, and a process that feeds it every 5 s. */
export type SmallMachine = {
  /** What its kernel and its processes printed. */
  console: () => string
  /** When it was reset, in ms of `performance.now()`. */
  resets: () => number[]
  /** A command of QEMU's monitor protocol. */
  ask: (command: 'stop' | 'cont' | 'query-status') => Promise<void>
  /** Sends a signal to QEMU itself. */
  signal: (name: 'SIGSTOP' | 'SIGCONT') => void
  end: () => Promise<void>
}

const seconds = 15 // `ttl` less `safety_margin` in patroni.yml
const needed = { 'qemu-system-x86_64': 'qemu-system-x86', cpio: 'cpio', 'dpkg-deb': 'dpkg', 'apt-get': 'apt' }

/** What is not installed of what these machines need, as names of Debian's packages. */
export function missingForDevices(): string[] {
  return Object.entries(needed).flatMap(([program, from]) => (findProgram(program) ? [] : [from]))
}

export type Image = { kernel: string; initrd: (device: Device, afterStart: string) => string }

/** Debian's kernel, its watchdogs and BusyBox, in a temporary folder. */
export function buildImage(): Image {
  const folder = temporaryFolder()
  const [, kernelPackage] =
    /Depends: (linux-image-\S+)/.exec(run('apt-cache', folder, 'depends', 'linux-image-amd64')) ?? []
  if (!kernelPackage) throw new Error('apt-cache knows no kernel that linux-image-amd64 depends on.')
  run('apt-get', folder, 'download', kernelPackage, 'busybox-static')
  for (const file of globSync(join(folder, '*.deb'))) run('dpkg-deb', folder, '-x', file, 'unpacked')
  const find = (pattern: string) => globSync(join(folder, 'unpacked', pattern))[0] as string
  const drivers = find('lib/modules/*/kernel/drivers/watchdog')
  return {
    kernel: find('boot/vmlinuz-*'),
    initrd: (device, afterStart) => {
      const root = temporaryFolder()
      for (const name of ['bin', 'proc', 'sys', 'dev']) mkdirSync(join(root, name))
      copyFileSync(find('{bin,usr/bin}/busybox'), join(root, 'bin/busybox'))
      const modules = device === 'softdog' ? ['watchdog', 'softdog'] : ['watchdog', 'i6300esb']
      for (const name of modules) cpSync(join(drivers, `${name}.ko`), join(root, `${name}.ko`))
      writeFileSync(join(root, 'init'), init(modules, afterStart))
      chmodSync(join(root, 'init'), 0o755)
      const path = join(temporaryFolder(), 'initrd')
      run('sh', root, '-c', `find . | cpio --quiet -o -H newc > ${path}`)
      return path
    },
  }
}

/** What the machine does at each start: `afterStart` runs beside the process that feeds the watchdog. */
function init(modules: string[], afterStart: string): string {
  return `#!/bin/busybox sh
/bin/busybox --install -s /bin
export PATH=/bin
mount -t proc none /proc; mount -t sysfs none /sys; mount -t devtmpfs none /dev
${modules.map(name => `insmod /${name}.ko`).join('\n')}
watchdog -F -T ${seconds} -t 5 /dev/watchdog &
feeder=$!
echo "started with $(cat /sys/class/watchdog/watchdog0/identity 2>/dev/null)"
${afterStart}
while sleep 1; do echo "at $(cut -d. -f1 /proc/uptime)"; done
`
}

/** Starts one, emulated by QEMU: a machine that is itself virtual often cannot run Debian's kernel by KVM. */
export async function startSmallMachine(
  image: Image,
  device: Device,
  afterStart: string,
): Promise<SmallMachine> {
  const folder = temporaryFolder()
  const log = join(folder, 'console')
  const monitor = join(folder, 'monitor')
  const qemu = launchProgram(
    findProgram('qemu-system-x86_64') as string,
    [
      ...['-accel', 'tcg', '-m', '256', '-display', 'none', '-nodefaults', '-no-user-config'],
      ...[
        '-kernel',
        image.kernel,
        '-initrd',
        image.initrd(device, afterStart),
        '-append',
        'console=ttyS0 loglevel=5',
      ],
      ...['-serial', `file:${log}`, '-qmp', `unix:${monitor},server=on,wait=off`],
      ...(device === 'i6300esb' ? ['-device', 'i6300esb', '-action', 'watchdog=reset'] : []),
    ],
    { log: join(folder, 'qemu') },
  )
  const text = () => {
    try {
      return readFileSync(log, 'latin1')
    } catch {
      return ''
    }
  }
  const resets: number[] = []
  const ask = await connectMonitor(monitor, () => resets.push(performance.now()))
  const machine: SmallMachine = {
    console: text,
    resets: () => resets,
    ask,
    signal: name => signal([qemu.pid as number], name),
    end: async () => {
      signal([qemu.pid as number], 'SIGKILL')
      await waitFor('QEMU to end', () => qemu.signalCode !== null || qemu.exitCode !== null)
    },
  }
  await waitFor(
    `a machine with ${device}`,
    () => {
      if (qemu.exitCode !== null) throw new Error(readFileSync(join(folder, 'qemu'), 'utf8'))
      return /at \d+/.test(text())
    },
    300_000,
  )
  return machine
}

/** A connection to QEMU's monitor. `onReset` is called at each reset of the machine. */
async function connectMonitor(
  path: string,
  onReset: () => void,
): Promise<(execute: string) => Promise<void>> {
  // The file exists a moment before QEMU listens.
  const connected = () =>
    new Promise<Socket | false>(resolve => {
      const socket: Socket = connect(path, () => resolve(socket))
      socket.on('error', () => resolve(false))
    })
  const socket = (await waitFor('the monitor of QEMU', connected)).setEncoding('utf8')
  let [heard, answers] = ['', 0]
  socket.on('data', text => {
    const lines = (heard + text).split('\n')
    heard = lines.pop() ?? ''
    for (const line of lines) {
      if (line.includes('"event": "RESET"')) onReset()
      if (line.includes('"return"')) answers++
    }
  })
  const ask = async (execute: string) => {
    const known = answers
    socket.write(`${JSON.stringify({ execute })}\n`)
    await waitFor(`QEMU to ${execute}`, () => answers > known)
  }
  await ask('qmp_capabilities')
  return ask
}

function run(program: string, cwd: string, ...args: string[]): string {
  const env = { ...process.env, LC_ALL: 'C' } // "Depends:" is translated otherwise
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`)
  return stdout
}
