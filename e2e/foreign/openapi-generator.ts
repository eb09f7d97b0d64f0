import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { installArtifact } from './install.ts'
import { checkCreated, copyProgram, runProgram, type Suite, type SuiteContext, variablesOf } from './suite.ts'

const artifact = 'org.openapitools:openapi-generator-cli:7.25.0'

async function generate(
  { folder, tools, documents }: SuiteContext,
  generator: string,
  output: string,
  properties: string,
): Promise<string> {
  const jar = await installArtifact(tools, artifact)
  const target = join(folder, output)
  const options = [
    '--additional-properties',
    properties,
    '--global-property',
    'apiTests=false,modelTests=false',
  ]
  const args = ['generate', '-g', generator, '-i', documents.openapi30, '-o', target]
  await runProgram('java', ['-jar', jar, ...args, ...options], { folder })
  return target
}

export const openapiGeneratorGo: Suite = {
  name: 'openapi-generator-go',
  toolchain: ['java', 'mvn', 'go'],
  async run(context) {
    const { folder, instance } = context
    await generate(
      context,
      'go',
      'signet',
      'packageName=signet,withGoMod=false,enumClassPrefix=true,disallowAdditionalPropertiesIfNotPresent=false',
    )
    await writeFile(join(folder, 'go.mod'), 'module example.com/use\n\ngo 1.24\n')
    await copyProgram('openapi_generator.go', join(folder, 'main.go'))
    await runProgram('go', ['mod', 'tidy'], { folder })
    await runProgram('go', ['vet', '.'], { folder })
    const environment = variablesOf(instance, 'generator-go')
    return checkCreated(
      instance,
      'generator-go',
      await runProgram('go', ['run', '.'], { folder, environment }),
    )
  },
}

export const openapiGeneratorJava: Suite = {
  name: 'openapi-generator-java',
  toolchain: ['java', 'mvn'],
  async run(context) {
    const { instance } = context
    const folder = await generate(context, 'java', 'generated', 'library=native,hideGenerationTimestamp=true')
    const sources = join(folder, 'src/main/java/use')
    await mkdir(sources)
    await copyProgram('Use.java', join(sources, 'Use.java'))
    await runProgram('mvn', ['-q', '-B', 'compile'], { folder })
    const run = ['-q', '-B', 'org.codehaus.mojo:exec-maven-plugin:3.6.2:java', '-Dexec.mainClass=use.Use']
    const environment = variablesOf(instance, 'generator-java')
    return checkCreated(instance, 'generator-java', await runProgram('mvn', run, { folder, environment }))
  },
}
