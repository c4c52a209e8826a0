import { readFileSync, statSync } from 'node:fs'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { isLoopback } from '../../../foundation/http/loopback.ts'
import { Problem } from '../../../foundation/lib/problem.ts'

/** The scopes that `--allow` takes. The other ones with `write` have no tools. */
const writingScopes = ['reviews:write', 'questions:write'] as const

export type WritingScope = (typeof writingScopes)[number]

type Flags = { url: URL; keyFile?: string; plainHttp?: true; allow: WritingScope[] }

export function addMcpCommand(program: Command): void {
  program
    .command('mcp')
    .description('serve the management API of a store to an AI assistant, over MCP on stdin and stdout')
    .addOption(
      new Option('--url <address>', 'the address of the service').argParser(toAddress).makeOptionMandatory(),
    )
    .option('--key-file <file>', 'a file with a key of the type manage (REALWORD_KEY)')
    .option(
      '--plain-http',
      'send the key over http, which others on the way can read, to another machine too',
    )
    .addOption(
      new Option('--allow <scope>', `also offer tools that write: ${writingScopes.join(', ')}; repeatable`)
        .argParser(toScopes)
        .default([], 'none'),
    )
    .action(async ({ url, keyFile, plainHttp, allow }: Flags) => {
      requirePrivacy(url, plainHttp)
      const key = readKey(keyFile)
      // Loaded here, because the help of all commands loads this file.
      const { serve } = await import('./serve.ts')
      serve({ url, key }, allow)
    })
}

function requirePrivacy({ protocol, hostname, host }: URL, isAccepted = false): void {
  if (protocol === 'https:' || isLoopback(hostname) || isAccepted) return
  throw new Problem(
    `Others on the way to ${host} could read the key: http is not encrypted.`,
    'Use https. In a network that you trust, add --plain-http.',
    2,
  )
}

// An option would show the key to every user of the machine.
function readKey(file: string | undefined): string {
  const key = (file === undefined ? (process.env.REALWORD_KEY ?? '') : readText(file)).trim()
  if (key === '')
    throw new Problem(
      'There is no key.',
      'Set REALWORD_KEY, or name a file that holds it: --key-file FILE',
      2,
    )
  if (/^[\x21-\x7e]+$/.test(key)) return key
  throw new Problem('This is not a key.', 'Copy it again from where it was shown when it was made.', 2)
}

function readText(file: string): string {
  try {
    // Files of Docker and Kubernetes secrets are readable by all, so this is only a warning.
    if ((statSync(file).mode & 0o077) !== 0 && process.platform !== 'win32')
      process.stderr.write(`Other users of this machine can read the key: chmod 600 ${file}\n`)
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Problem(`The key file cannot be read: ${file} (${code}).`, 'Check its path and its mode.', 2)
  }
}

function toAddress(text: string): URL {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash)
    throw new InvalidArgumentError('It takes an address such as https://reviews.example.com.')
  url.pathname = url.pathname.replace(/\/*$/, '/')
  return url
}

function toScopes(text: string, before: WritingScope[]): WritingScope[] {
  const scope = writingScopes.find(one => one === text)
  if (!scope) throw new InvalidArgumentError(`It takes one of ${writingScopes.join(', ')}.`)
  return [...before, scope]
}
