import { shared } from './config.ts'
import { loadTexts } from './locale.ts'
import { defineElements, init, parts } from './register.ts'

// The script that the service serves to pages: it knows where it came from, and what it offers is global.
shared.home ||= new URL(/* @vite-ignore */ '../../', import.meta.url).href
defineElements()
Object.assign(globalThis, { ReviewWidgets: { init } })

export { init, loadTexts, parts }
