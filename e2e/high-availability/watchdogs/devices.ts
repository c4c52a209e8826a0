import { setTimeout as pause } from 'node:timers/promises'
import { waitFor } from '../../service.ts'
import { buildImage, type Device, type Image, type SmallMachine, startSmallMachine } from './small-machine.ts'

const outage = 40_000 // ms: twice the `ttl` of patroni.yml
const observed = 40_000 // ms after it: more than the watchdog's 15 s and a start

type Case = { afterStart: string; disturb?: (machine: SmallMachine) => Promise<void> }

/** What happens to a machine. `afterStart` is what it does by itself after each start. */
export const cases: Record<string, Case> = {
  /** What feeds the watchdog freezes. */
  frozen: { afterStart: once('kill -STOP $feeder') },
  /** It is killed. */
  killed: { afterStart: once('kill -KILL $feeder') },
  /** The kernel panics. */
  panic: { afterStart: once('echo c > /proc/sysrq-trigger') },
  /** It panics with `kernel.panic=10`. */
  restart: {
    afterStart: once('echo 10 > /proc/sys/kernel/panic; echo c > /proc/sysrq-trigger'),
  },
  /** QEMU pauses the machine for 40 s, and its clock with it. */
  paused: {
    afterStart: '',
    disturb: async machine => {
      await machine.ask('stop')
      await pause(outage)
      await machine.ask('cont')
    },
  },
  /** QEMU itself freezes for 40 s, and the clock continues. */
  stopped: {
    afterStart: '',
    disturb: async machine => {
      machine.signal('SIGSTOP')
      await pause(outage)
      machine.signal('SIGCONT')
    },
  },
}

// The process that feeds the watchdog must have fed it first. `observe` ends the machine after its first reset.
function once(command: string): string {
  return `(sleep 8; echo "disturbed"; ${command}) &`
}

/** Prints for each device and each of these cases whether the watchdog reset the machine. */
export async function observeDevices(names: string[], print: (line: string) => void): Promise<void> {
  const image = buildImage()
  for (const device of ['softdog', 'i6300esb'] as const)
    for (const name of names)
      print(`${device} | ${name} | ${await observe(image, device, cases[name] as Case)}`)
}

async function observe(image: Image, device: Device, { afterStart, disturb }: Case): Promise<string> {
  const machine = await startSmallMachine(image, device, afterStart)
  const [atFirst, known] = [machine.console(), machine.resets().length]
  if (disturb) await disturb(machine)
  else await waitFor('the disturbance', () => machine.console().includes('disturbed'), 120_000)
  const begun = performance.now()
  const reset = await waitFor('a reset', () => machine.resets()[known] ?? false, observed).catch(
    () => undefined,
  )
  if (reset === undefined) await machine.ask('query-status') // fails if QEMU itself is gone
  const text = machine.console()
  await machine.end()
  // The clock of the machine, in seconds since its start.
  const at = (before: string) =>
    before
      .match(/at \d+/g)
      ?.at(-1)
      ?.slice(3)
  const [disturbed] = disturb ? [atFirst] : text.split('disturbed')
  const [before, last] = [at(disturbed ?? ''), at(text.split('started with')[1] ?? '')]
  // Only a panic stops the clock.
  if (reset === undefined && !text.includes('Kernel panic') && !(Number(last) > Number(before)))
    throw new Error(`The machine with ${device} did not continue after ${before} s:\n${text}`)
  const clock = `its clock: ${before} s before, ${last} s at last`
  if (reset === undefined) return `not reset within ${observed / 1000} s; ${clock}`
  return `reset after ${((reset - begun) / 1000).toFixed(1)} s; ${clock}`
}
