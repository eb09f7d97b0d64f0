import starlight from '@astrojs/starlight'
import { defineConfig, passthroughImageService } from 'astro/config'
import { sections } from './build/sections.ts'

const pagesOf = (folder: string) => [{ autogenerate: { directory: folder } }]

/** The server of the console serves these pages. */
export default defineConfig({
  base: '/docs',
  trailingSlash: 'always',
  image: { service: passthroughImageService() },
  devToolbar: { enabled: false },
  // The content security policy permits no fonts in styles.
  vite: { build: { assetsInlineLimit: 0 } },
  integrations: [
    starlight({
      title: 'Signet',
      description: 'Documents of this version of Signet.',
      logo: { src: './public/signet.svg', alt: '' },
      favicon: '/signet.svg',
      customCss: [
        '@fontsource-variable/inter/wght.css',
        '@fontsource-variable/jetbrains-mono/wght.css',
        './src/styles.css',
      ],
      tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: 3 },
      credits: false,
      components: { PageTitle: './src/page-title.astro' },
      sidebar: sections.map(({ label, folder, groups = [] }) => ({
        label,
        collapsed: folder !== 'tutorial',
        items: folder
          ? pagesOf(folder)
          : groups.map((group) => ({ label: group.label, collapsed: true, items: pagesOf(group.folder) })),
      })),
    }),
  ],
})
