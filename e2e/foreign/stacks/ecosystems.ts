import { readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { installGo, installPython } from '../install.ts'
import { buildKeycloak, keycloakToolchain, keycloakVersion } from '../keycloak-server.ts'
import { runProgram } from '../suite.ts'
import type { Example } from './example.ts'

interface Place {
  readonly folder: string
  /** Installed packages are kept for the next run. */
  readonly tools: string
}

interface Installed {
  readonly version: string
  readonly environment?: NodeJS.ProcessEnv
}

interface Ecosystem {
  readonly toolchain: readonly string[]
  readonly versionCommand: readonly [string, ...string[]]
  install(example: Example, place: Place): Promise<Installed>
  build?(example: Example, place: Place): Promise<void>
}

const search = (text: string, pattern: RegExp): string => pattern.exec(text)?.[1] ?? '?'

const npm: Ecosystem = {
  toolchain: ['npm'],
  versionCommand: ['node', '--version'],
  async install({ library }, { folder }) {
    await runProgram('npm', ['install', '--silent', '--no-audit', '--no-fund', '--prefer-offline'], {
      folder,
    })
    const { version } = JSON.parse(
      readFileSync(join(folder, 'node_modules', library, 'package.json'), 'utf8'),
    ) as { readonly version: string }
    return { version }
  },
  async build(_, { folder }) {
    const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      readonly scripts?: Readonly<Record<string, string>>
    }
    if (scripts?.build) await runProgram('npm', ['run', '--silent', 'build'], { folder })
  },
}

const pip: Ecosystem = {
  toolchain: ['python3'],
  versionCommand: ['python3', '--version'],
  async install({ library }, { folder, tools }) {
    const requirements = readFileSync(join(folder, 'requirements.txt'), 'utf8').split('\n').filter(Boolean)
    const programs = await installPython(tools, requirements)
    const print = `import importlib.metadata as m; print(m.version('${library}'))`
    const version = await runProgram(join(programs, 'python'), ['-c', print], { folder })
    return {
      version: version.trim(),
      environment: { PATH: `${programs}${delimiter}${process.env.PATH}`, PYTHONUNBUFFERED: '1' },
    }
  },
}

const go: Ecosystem = {
  toolchain: ['go'],
  versionCommand: ['go', 'version'],
  async install({ library }, { folder }) {
    await runProgram('go', ['mod', 'download'], { folder })
    const list = await runProgram('go', ['list', '-m', '-f', '{{.Version}}', library], { folder })
    return { version: list.trim(), environment: goEnvironment }
  },
  async build(_, { folder }) {
    await runProgram('go', ['build', '-o', 'app', '.'], { folder })
  },
}

const goEnvironment = { PATH: `${process.env.PATH}${delimiter}/usr/local/go/bin`, GOFLAGS: '-mod=mod' }

const maven: Ecosystem = {
  toolchain: ['java', 'mvn'],
  versionCommand: ['java', '--version'],
  async install({ library }, { folder }) {
    await runProgram('mvn', ['-q', '-B', 'dependency:resolve'], { folder })
    const list = await runProgram('mvn', ['-B', 'dependency:list'], { folder })
    return { version: search(list, new RegExp(`:${library}:jar:([^:]+):`)) }
  },
  async build(_, { folder }) {
    await runProgram('mvn', ['-q', '-B', 'package'], { folder })
  },
}

const cargo: Ecosystem = {
  toolchain: ['cargo'],
  versionCommand: ['cargo', '--version'],
  async install({ library }, { folder, tools }) {
    await runProgram('cargo', ['fetch', '--quiet'], { folder })
    const lock = readFileSync(join(folder, 'Cargo.lock'), 'utf8')
    return {
      version: search(lock, new RegExp(`name = "${library}"\\nversion = "([^"]+)"`)),
      environment: { CARGO_TARGET_DIR: join(tools, 'cargo-target') },
    }
  },
  async build(_, { folder, tools }) {
    const environment = { CARGO_TARGET_DIR: join(tools, 'cargo-target') }
    await runProgram('cargo', ['build', '--quiet'], { folder, environment })
  },
}

const composer: Ecosystem = {
  toolchain: ['php', 'composer'],
  versionCommand: ['php', '--version'],
  async install({ library }, { folder }) {
    await runProgram('composer', ['install', '--quiet', '--no-interaction'], { folder })
    const list = await runProgram('composer', ['show', library], { folder })
    return { version: search(list, /versions : \* (\S+)/) }
  },
}

const dotnet: Ecosystem = {
  toolchain: ['dotnet'],
  versionCommand: ['dotnet', '--version'],
  async install(_, { folder }) {
    await runProgram('dotnet', ['restore'], { folder })
    return { version: (await runProgram('dotnet', ['--version'], { folder })).trim() }
  },
  async build(_, { folder }) {
    await runProgram('dotnet', ['build', '--no-restore'], { folder })
  },
}

/** Configured, not programmed. Without an entry in `servers` it is only documented. */
const documented = (program: string): Ecosystem => ({
  toolchain: [program],
  versionCommand: [program, '--version'],
  install: async () => ({ version: '?' }),
})

const curl: Ecosystem = {
  ...documented('curl'),
  install: async (_, { folder }) => ({
    version: search(await runProgram('curl', ['--version'], { folder }), /^curl (\S+)/),
  }),
}

const apache: Ecosystem = {
  toolchain: ['apache2'],
  versionCommand: ['apache2', '-v'],
  async install(_, { folder }) {
    const module = 'libapache2-mod-auth-openidc'
    return { version: search(await runProgram('dpkg-query', ['-W', module], { folder }), /\t(\S+)/) }
  },
}

const goPrograms: Readonly<Record<string, string>> = {
  'oauth2-proxy': 'github.com/oauth2-proxy/oauth2-proxy/v7@v7.15.6',
}

const goProgram = (module: string): Ecosystem => ({
  toolchain: ['go'],
  versionCommand: ['go', 'version'],
  async install(_, { tools }) {
    const program = await installGo(tools, module)
    const environment = { PATH: `${dirname(program)}${delimiter}${process.env.PATH}` }
    return { version: search(module, /@(.*)/), environment }
  },
})

const keycloak: Ecosystem = {
  toolchain: keycloakToolchain,
  versionCommand: ['java', '--version'],
  async install(_, place) {
    const realm = readFileSync(join(place.folder, 'realm.json'), 'utf8')
    const { environment } = await buildKeycloak(place, realm)
    return { version: keycloakVersion, environment }
  },
}

const servers: Readonly<Record<string, Ecosystem>> = { curl, apache2: apache, keycloak }
const languages = { npm, pip, go, maven, cargo, composer, dotnet }

export function ecosystemFor({ ecosystem, library }: Example): Ecosystem {
  if (ecosystem !== 'server') return languages[ecosystem]
  const module = goPrograms[library]
  return servers[library] ?? (module === undefined ? documented(library) : goProgram(module))
}
