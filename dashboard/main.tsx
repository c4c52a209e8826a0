import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { loadTexts } from './words/catalogues.ts'
import { applyLanguage, currentLanguage } from './words/languages.ts'

applyLanguage(currentLanguage())

const root = document.getElementById('root')
// No `await` here: with one at the top of the entry, the build splits it into three times as many chunks.
if (root) void loadTexts(['common'], currentLanguage()).then(() => createRoot(root).render(<App />))
