import { readFile } from 'node:fs/promises'
import { type Plugin, transform } from 'esbuild'

/**
 * Names of these classes are read at run time: oidc-provider stores its models under their class names, and errors of libraries are
 * identified by theirs. The bundler renames a class when two have the same name.
 */
const named =
  /\/oidc-provider\/lib\/(?:models|helpers\/(?:errors|re_render_errors)\b)|\/jose\/dist\/webapi\/util\/errors\.js$|\/(?:oauth4webapi|openid-client)\/build\/index\.js$|\/@modelcontextprotocol\/.*\.[cm]?js$/

/**
 * Covers these files only. Names kept in all files would cost three per cent of a token request: esbuild would add a call for each
 * function that is created during a request.
 */
export const keepReadNames: Plugin = {
  name: 'keep-read-names',
  setup(build) {
    build.onLoad({ filter: named }, async ({ path }) => {
      const { code } = await transform(await readFile(path, 'utf8'), {
        loader: 'js',
        keepNames: true,
        sourcemap: 'inline',
        sourcefile: path,
        target: 'node24',
      })
      return { contents: code, loader: 'js' }
    })
  },
}
