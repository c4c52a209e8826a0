export const words = {
  html: {
    head: 'Into the head of every page that shows reviews:',
    stars:
      'Where the stars shall be, usually below the product’s name. Replace the id by that of the page’s product:',
    below: 'Where the reviews shall be, usually below the description. Replace the id here too:',
    list: 'Below the name of each product of the list, each with its own id:',
  },
  react: {
    head: 'Into the head of index.html (with Next.js: into the layout):',
    styles: 'Into your global style sheet:',
    component: 'A file with the components:',
    use: 'Use them where they shall appear:',
  },
  vue: {
    head: 'Into the head of index.html (with Nuxt: app.head.script in nuxt.config):',
    setup: 'Tell Vue that the elements are none of its components:',
    component: 'A component:',
    use: 'Use it where it shall appear:',
  },
  nuvemshop: {
    head: 'Open the theme’s files by FTP (Online store, Layout, advanced editing). Just before </head>:',
    stars: 'Below the name of the product:',
    below: 'At the end, before the related products:',
    list: 'Below the name of the product (in some themes the file has another name):',
  },
  woocommerce: {
    head: 'At the end of functions.php of your child theme, or with a plugin such as Code Snippets:',
    stars: 'Below it. It puts the stars below the product’s title:',
    below: 'Below it. It puts the reviews below the description:',
    list: 'Below it. It puts the stars into shop and category pages, above the price:',
  },
  shopify: {
    head: 'Online Store, Themes, ⋯, Edit code. Just before </head>:',
    stars:
      'Themes, Customize, the template of products: add a “Custom Liquid” block below the title and paste:',
    below: 'In the same place add a “Custom Liquid” section below the product’s information and paste:',
    list: 'Below the title (in Dawn and its relatives; in other themes the product may be called product):',
  },
  'vtex-io': {
    component: 'A component in an app of yours:',
    setup: 'The app needs these builders and this dependency:',
    register: 'Make blocks of the components:',
    use: 'Publish the app, add it to the dependencies of your theme, and name the blocks where they shall appear:',
  },
  'vtex-faststore': {
    component: 'A component:',
    register: 'Register it with the others:',
    use: 'Declare a section of this name for the CMS (VTEX: “Creating a new section”), run faststore cms-sync, and add it to the product page:',
  },
  'vtex-portal': {
    head: 'CMS, HTML Templates: into the head of the template, just before </head>:',
    stars: 'In the template of the product’s page, below the name:',
    below: 'In the same template, below the description:',
    setup: 'At the end of the same template. It fills in the id of the page’s product:',
    list: 'In the template of the shelf, below the name:',
  },
  note: {
    react:
      'With TypeScript, put widgets-react.d.ts and widgets.d.ts from the folder of the script into your sources: the elements are then known.',
    woocommerce:
      'Switch WooCommerce’s own reviews off, so that there are no two: WooCommerce, Settings, Products.',
    nuvemshop: 'Make a copy of the theme first: a theme whose code was changed gets no updates.',
    'vtex-faststore': 'In a list, use the component in your own product card.',
  },
} as const
