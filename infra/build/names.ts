import { readFile } from 'node:fs/promises'
import { type Plugin, transform } from 'esbuild'

/**
 * Classes whose name is read when the program runs: oidc-provider stores its models under theirs, and errors of
 * libraries are told apart by it. The bundler renames a class where two of one name meet.
 */
const named =
  /\/oidc-provider\/lib\/(?:models|helpers\/(?:errors|re_render_errors)\b)|\/jose\/dist\/webapi\/util\/errors\.js$|\/(?:oauth4webapi|openid-client)\/build\/index\.js$|\/@modelcontextprotocol\/.*\.[cm]?js$/

/**
 * Keeps names in those files alone. Kept everywhere, each function that is made while a request is served would be
 * given its name by a call: three per cent of a token request.
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
