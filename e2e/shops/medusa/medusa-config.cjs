const { defineConfig } = require('@medusajs/framework/utils')
module.exports = defineConfig({
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    databaseDriverOptions: { connection: { ssl: false } },
    http: {
      storeCors: '*',
      adminCors: '*',
      authCors: '*',
      jwtSecret: 'only-a-test',
      cookieSecret: 'only-a-test',
    },
  },
  admin: { disable: true },
  plugins: [{ resolve: '@realword/medusa', options: JSON.parse(process.env.REALWORD_OPTIONS) }],
})
