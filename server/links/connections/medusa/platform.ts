import { pluginPlatform } from '../plugins/platform.ts'

/** Medusa 2 with the plugin `@realword/medusa`. */
export const medusa = pluginPlatform('medusa')
