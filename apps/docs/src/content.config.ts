import { defineCollection } from 'astro:content'
import { docsLoader } from '@astrojs/starlight/loaders'
import { docsSchema } from '@astrojs/starlight/schema'

/** The pages that build/write.ts wrote. */
export const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) }
