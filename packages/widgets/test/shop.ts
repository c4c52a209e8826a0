import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import type { Member } from '../../../server/test/users.ts'
import { execute, installPacked, type Project } from '../../sdk/test/project.ts'

const root = 'node_modules'
const tools = { vite: root, '@vitejs/plugin-react': root, csstype: root, '@types/node': root }
const versions = { 18: 'packages/widgets/node_modules', 19: root }

export type Version = keyof typeof versions

/** A shop of its own with the packed package: pages/, built by Vite and served by Node. */
export type Shop = Project & {
  url: string
  stop: () => void
}

export async function openShop(version: Version, service: string, store: Member): Promise<Shop> {
  const names = ['react', 'react-dom', '@types/react', '@types/react-dom']
  const react = Object.fromEntries(names.map(name => [name, versions[version]]))
  const project = await installPacked('widgets', { ...tools, ...react })
  cpSync(join(import.meta.dirname, 'pages'), project.folder, { recursive: true })
  await build(project.folder)
  const server = spawn(process.execPath, ['server/server.js', service, store.storeId, store.storeKey], {
    cwd: project.folder,
    env: { ...process.env, NODE_ENV: 'development' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(server.stdout, 'data')
  const stop = () => {
    server.kill()
    project.close()
  }
  return { ...project, url: String(line).trim(), stop }
}

// With the React that warns of what it finds at hydration.
async function build(folder: string): Promise<void> {
  const options = { cwd: folder, env: { ...process.env, NODE_ENV: 'development' } }
  const build = ['node_modules/vite/bin/vite.js', 'build', '--mode', 'development']
  await execute(process.execPath, build, options)
  await execute(process.execPath, [...build, '--ssr', 'server.tsx'], options)
}
