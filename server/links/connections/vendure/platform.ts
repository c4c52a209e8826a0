import { pluginPlatform } from '../plugins/platform.ts'

/** Vendure 3 with the plugin `@realword/vendure`. */
export const vendure = pluginPlatform('vendure')
