import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { keepFocus } from './shell/keep-focus.ts'
import { reportValidity } from './shell/validity.ts'
import { loadTexts } from './words/catalogues.ts'
import { applyLanguage, currentLanguage } from './words/languages.ts'

applyLanguage(currentLanguage())
keepFocus()
reportValidity()

const root = document.getElementById('root')
// No `await` here: a top-level await in the entry makes the build split it into three times as many chunks.
if (root) void loadTexts(['common'], currentLanguage()).then(() => createRoot(root).render(<App />))
