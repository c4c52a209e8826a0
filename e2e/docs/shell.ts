import { spawn } from 'node:child_process'

/** Runs a block as one script that stops at its first failing command. Returns its output. */
export async function runBlock(
  code: string,
  options: { cwd: string; env: Record<string, string | undefined> },
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const shell = spawn('sh', ['-eu'], { ...options, stdio: ['pipe', 'pipe', 'pipe'] })
  let stdout = ''
  let stderr = ''
  shell.stdout.on('data', text => {
    stdout += text
  })
  shell.stderr.on('data', text => {
    stderr += text
  })
  // Commands read their own input, which the script must not be part of.
  shell.stdin.end(`{\n${code}\n} </dev/null\n`)
  return await new Promise((resolve, reject) => {
    shell.once('error', reject)
    shell.once('close', status => resolve({ code: status, stdout, stderr }))
  })
}

/**
 * A pattern for the output that a page displays. Ids, keys, tokens, dates and times may differ, and so may the width of
 * columns. `…` stands for any text.
 */
export function patternOf(output: string): RegExp {
  const pattern = generalise(output)
    .split('…')
    .map(part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('[\\s\\S]*')
  return new RegExp(pattern.replace(/\s+/g, '\\s+'))
}

/** The text with a placeholder for everything that differs between runs. */
export function generalise(output: string): string {
  return output
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID')
    .replace(/rw_(store|orders)_\w+/g, 'KEY')
    .replace(/(#\w+=|token=)[\w-]{43}/g, '$1TOKEN')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'INSTANT')
    .replace(/(Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d{4}-\d\d-\d\d \d\d:\d\d/g, 'DATE')
    .replace(/http:\/\/127\.0\.0\.1:\d+/g, 'URL')
    .trim()
}
