import './styles.css'
import { requestCaller } from './api/early.ts'
import { loadTexts } from './texts/index.ts'
import { language } from './texts/language.ts'

/** Loads the texts first, because modules imported later read them while loading. */
async function start(): Promise<void> {
  document.documentElement.lang = language
  requestCaller()
  await loadTexts(language)
  const { render } = await import('./app.tsx')
  const root = document.getElementById('root')
  if (root) render(root)
}

void start()
