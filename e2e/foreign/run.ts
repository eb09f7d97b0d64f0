import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { agents } from './agents.ts'
import { citus } from './citus.ts'
import { type Instance, startInstance } from './instance.ts'
import { lint } from './lint.ts'
import { logout } from './logout/index.ts'
import { oapiCodegen } from './oapi-codegen.ts'
import { openapiGeneratorGo, openapiGeneratorJava } from './openapi-generator.ts'
import { openapiPythonClient } from './openapi-python-client.ts'
import { openapiTypescript } from './openapi-typescript.ts'
import { pgbouncer } from './pgbouncer.ts'
import { realm } from './realm.ts'
import { schemathesis } from './schemathesis.ts'
import { scimPing } from './scim-ping.ts'
import { scimPython } from './scim-python.ts'
import { scimgateway } from './scimgateway.ts'
import { stacks } from './stacks/index.ts'
import { missingPrograms, type Suite, type SuiteContext } from './suite.ts'
import { tutorials } from './tutorials.ts'
import { upstream } from './upstream/index.ts'
import { keycloakCompany } from './upstream/keycloak-company.ts'

const suites: readonly Suite[] = [
  lint,
  openapiTypescript,
  openapiPythonClient,
  oapiCodegen,
  openapiGeneratorGo,
  openapiGeneratorJava,
  schemathesis,
  scimPython,
  scimPing,
  scimgateway,
  agents,
  upstream,
  keycloakCompany,
  logout,
  realm,
  pgbouncer,
  citus,
  stacks,
  tutorials,
]

const root = fileURLToPath(new URL('../../.local/foreign', import.meta.url))

async function saveDocuments({ baseUrl }: Instance): Promise<SuiteContext['documents']> {
  const save = async (name: string) => {
    const file = join(root, name)
    writeFileSync(file, await (await fetch(`${baseUrl}/admin/api/${name}`)).text())
    return file
  }
  return { openapi31: await save('openapi.json'), openapi30: await save('openapi-3.0.json') }
}

async function fails(suite: Suite, context: Omit<SuiteContext, 'folder'>): Promise<boolean> {
  const missing = [...(await missingPrograms(suite.toolchain)), ...(suite.missing?.() ?? [])]
  if (missing.length > 0) {
    console.log(`${suite.name}: not run: ${missing.join(', ')} missing`)
    return false
  }
  const folder = join(root, suite.name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const begun = Date.now()
  try {
    const result = await suite.run({ ...context, folder })
    console.log(`${suite.name}: ${result} (${Math.round((Date.now() - begun) / 1000)} s)`)
    return false
  } catch (error) {
    console.error(`${suite.name}: FAILED\n${String(error)}`)
    return true
  }
}

/** True when the name, or the part before a hyphen, selects the suite. */
const isNamed = ({ name }: Suite, names: readonly string[]): boolean =>
  names.length === 0 || names.some((one) => name === one || name.startsWith(`${one}-`))

async function main(names: readonly string[]): Promise<void> {
  const chosen = suites.filter((suite) => isNamed(suite, names))
  if (chosen.length === 0)
    throw new Error(`There is no suite ${names.join(', ')}: ${suites.map(({ name }) => name).join(', ')}.`)
  const tools = join(root, 'tools')
  mkdirSync(tools, { recursive: true })
  const instance = await startInstance()
  try {
    const parts = names.filter((name) => !suites.some((suite) => isNamed(suite, [name])))
    const context = { tools, instance, parts, documents: await saveDocuments(instance) }
    for (const suite of chosen) if (await fails(suite, context)) process.exitCode = 1
  } finally {
    await instance.stop()
  }
}

await main(process.argv.slice(2))
