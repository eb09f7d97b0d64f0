import './styles.css'
import { loadTexts } from './texts/index.ts'
import { language } from './texts/language.ts'

/** The texts come first: what is loaded after them may read them as it loads. */
async function start(): Promise<void> {
  document.documentElement.lang = language
  await loadTexts(language)
  const { render } = await import('./app.tsx')
  const root = document.getElementById('root')
  if (root) render(root)
}

void start()
