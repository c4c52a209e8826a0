export const words = {
  html: {
    head: 'In the head of every page that shows reviews:',
    stars: 'Where the stars go, usually below the product name:',
    below: 'Where the reviews go, usually below the description, with the same product:',
    list: 'Below each product name in the list, each with its own ID:',
    structured:
      'Your server requests this address for each product and puts the response in its place. The response is JSON-LD, the format that search engines read:',
  },
  react: {
    head: 'In the head of index.html (with Next.js: in the layout):',
    component: 'A file with the components:',
    use: 'Use them where they should appear:',
    structured:
      'Optional, with Next.js or another React server, instead of the design’s switch: stars in search results:',
  },
  vue: {
    head: 'In the head of index.html (with Nuxt: app.head.script in nuxt.config):',
    setup: 'Configure Vue to treat the elements as custom elements:',
    component: 'A component:',
    use: 'Use it where it should appear:',
    structured: 'Optional, with Nuxt, instead of the design’s switch: stars in search results:',
  },
  nuvemshop: {
    head: 'Open the theme’s files by FTP (Online store, Layout, advanced editing). Just before </head>:',
    stars: 'Below the product name:',
    below: 'At the end, before the related products:',
    list: 'Below the product name (the file name differs in some themes):',
  },
  woocommerce: {
    head: 'At the end of functions.php of your child theme, or with a plugin such as Code Snippets:',
    stars: 'Below that. Adds the stars below the product title:',
    below: 'Below that. Adds the reviews below the description:',
    list: 'Below that. Adds the stars to store and category pages, above the price:',
    structured:
      'Optional, below that, instead of the design’s switch: adds the stars to WooCommerce’s own data for search engines:',
  },
  shopify: {
    head: 'Online Store, Themes, ⋯, Edit code. Just before </head>:',
    stars: 'Themes, Customize, product template: add a “Custom Liquid” block below the title and paste:',
    below: 'In the same place, add a “Custom Liquid” section below the product information and paste:',
    list: 'Below the title (in Dawn and similar themes; other themes may name the variable product):',
  },
  'vtex-io': {
    component: 'A component in your app:',
    setup: 'The app needs these builders and this dependency:',
    register: 'Register the components as blocks:',
    use: 'Publish the app, add it to your theme’s dependencies, and add the blocks where they should appear:',
  },
  'vtex-faststore': {
    component: 'A component:',
    register: 'Register it with the others:',
    use: 'Declare a section of this name for the CMS (VTEX: “Creating a new section”), run faststore cms-sync, and add it to the product page:',
  },
  'vtex-portal': {
    head: 'CMS, HTML Templates: in the head of the template, just before </head>:',
    stars: 'In the product page template, below the name:',
    below: 'In the same template, below the description:',
    setup: 'At the end of the same template. Fills in the product ID of the page:',
    list: 'In the shelf template, below the name:',
  },
  note: {
    react:
      'With TypeScript, copy widgets-react.d.ts and widgets.d.ts from the script’s folder to your source code, to get the types of the elements.',
    woocommerce: 'Turn off WooCommerce’s own reviews to avoid showing two: WooCommerce, Settings, Products.',
    nuvemshop: 'Copy the theme first: a theme with changed code gets no updates.',
    'vtex-faststore': 'In a list, use the component in your own product card.',
  },
} as const
