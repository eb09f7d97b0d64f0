import { existsSync, readdirSync } from 'node:fs'
import { type ApplicationKind, Stack, stackNotes } from '@signet/contracts'
import { code } from './markdown.ts'
import { type Page, pathInRepository, readRepository } from './page.ts'
import { codeBlock } from './sources.ts'

const folder = 'e2e/examples'

interface Result {
  readonly version: string
  readonly result: string
}

const results = JSON.parse(readRepository(`${folder}/results.json`)) as Readonly<Record<string, Result>>

const kindTexts: Readonly<Record<ApplicationKind, string>> = {
  web: 'Web application with a server',
  browser: 'Application in the browser',
  native: 'Application on a phone or computer',
  machine: 'Service without a user',
  device: 'Command line or device',
}

const languages: Readonly<Record<string, string>> = {
  js: 'js',
  mjs: 'js',
  jsx: 'jsx',
  ts: 'ts',
  tsx: 'tsx',
  py: 'python',
  go: 'go',
  rs: 'rust',
  java: 'java',
  cs: 'csharp',
  php: 'php',
  yml: 'yaml',
  yaml: 'yaml',
  json: 'json',
  html: 'html',
  ini: 'ini',
  sh: 'sh',
  conf: 'apache',
  cfg: 'ini',
  xml: 'xml',
  toml: 'toml',
}

const languageOf = (file: string): string => languages[file.replace(/^.*\./, '')] ?? 'text'

/** `npm run test:foreign -- stacks` runs each example project unchanged. */
export function stackPages(): Page[] {
  const stacks = readdirSync(pathInRepository(folder))
    .filter((name) => existsSync(pathInRepository(`${folder}/${name}/stack.json`)))
    .map((name) => ({ name, stack: Stack.parse(JSON.parse(readRepository(`${folder}/${name}/stack.json`))) }))
  return stacks.map(({ name, stack }) => ({
    path: `stacks/${name}`,
    title: stack.title,
    description: `Sign users in with ${stack.title}: the files of an application that the tests run.`,
    order: 10,
    body: [creation(stack), install(stack), files(name, stack), run(name, stack), notes(stack)]
      .filter(Boolean)
      .join('\n\n'),
  }))
}

function creation(stack: Stack): string {
  if (stack.kind === 'api')
    return `## 1. Register the API

In the console, open the project and **APIs**, and register an API${stack.tokenProfile === 'rfc9068' ? '' : ` with the token profile ${code(stack.tokenProfile)}`}. Its identifier is the audience that this server checks, and its scopes are the rights of a token.`
  const lines = [
    `- **Kind**: ${kindTexts[stack.kind]}`,
    ...(stack.redirectPath === undefined
      ? []
      : [`- **Redirect address**: ${code(`http://localhost:3000${stack.redirectPath}`)}`]),
    ...(stack.signOutPath === undefined
      ? []
      : [`- **Address after the sign-out**: ${code(`http://localhost:3000${stack.signOutPath}`)}`]),
    ...(stack.kind === 'browser' ? ['- **Browser origin**: `http://localhost:3000`'] : []),
    ...(stack.options.pkce === 'optional'
      ? ['- **PKCE**: optional, because the library has none by default']
      : []),
    ...(stack.options.idTokenClaims
      ? ['- **Claims in ID tokens**: on, because the library reads the name of the user there']
      : []),
  ]
  return `## 1. Register the application

In the console, open the project, **Applications** and **New application**, and select ${code(stack.title)} as library. The page presets these
values:

${lines.join('\n')}

The page of the application then shows the files below with its own values.`
}

const install = ({ install: command }: Stack): string =>
  `## 2. Install the library\n\n\`\`\`sh\n${command}\n\`\`\``

const files = (name: string, stack: Stack): string =>
  `## 3. Add the files\n\n${stack.files
    .map((file) => codeBlock(languageOf(file), file, readRepository(`${folder}/${name}/${file}`)))
    .join('\n\n')}`

const variables = (stack: Stack): string =>
  [
    'ISSUER=http://localhost:8080/acme',
    ...(stack.kind === 'api' ? ['AUDIENCE=https://api.example'] : ['CLIENT_ID=…']),
    ...(stack.kind === 'web' || stack.kind === 'machine' ? ['CLIENT_SECRET=…'] : []),
    ...(stack.redirectPath === undefined ? [] : [`REDIRECT_URI=http://localhost:3000${stack.redirectPath}`]),
    ...(stack.signOutPath === undefined ? [] : [`POST_LOGOUT_URI=http://localhost:3000${stack.signOutPath}`]),
    ...(stack.kind === 'api' ? [] : [`SCOPE='${stack.scope}'`]),
    'PORT=3000',
  ].join(' \\\n  ')

function run(name: string, stack: Stack): string {
  const { version, result } = results[name] ?? {}
  const tested =
    result && result !== 'not run'
      ? `${result}, with ${stack.library}${version ? ` ${version}` : ''}`
      : 'not run, because the program was not available'
  return `## 4. Start it

The example reads its values from environment variables. The page of the application in the console shows the same files with the values
inserted.

\`\`\`sh
${variables(stack)} \\
  ${stack.run.replaceAll('\n', '\n  ')}
\`\`\`

Last test: ${tested}.`
}

const notes = (stack: Stack): string =>
  stack.notes.length === 0
    ? ''
    : `## Notes\n\n${stack.notes.map((note) => `- ${stackNotes[note]}`).join('\n')}`
