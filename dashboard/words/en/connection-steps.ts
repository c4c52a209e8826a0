export const words = {
  woocommerce: {
    about: 'WordPress shops. Three minutes, no plugin.',
    needs: 'an administrator of WordPress, and a shop whose address begins with https://',
    steps: [
      {
        title: 'Create a key in WordPress',
        clicks: [
          'In WordPress, open **WooCommerce → Settings → Advanced → REST API**.',
          'Click **Add key**. If there are keys already, the button is above the list.',
          'As **Description**, type **Realword**. As **User**, choose an administrator.',
          'As **Permissions**, choose **Read/Write**. Realword then makes, checks and repairs the webhooks itself.',
          'Click **Generate API key**, and leave that page open: WordPress shows both keys only once.',
        ],
      },
      {
        title: 'Paste the address and both keys here',
        clicks: [],
      },
    ],
  },
  shopify: {
    about: 'An app that belongs to your shop alone. Ten minutes.',
    needs: 'the owner of the shop, or the permission to develop apps',
    steps: [
      {
        title: 'Create an app in Shopify',
        clicks: [
          'In Shopify, open **Settings → Apps**, then **Develop apps**, and click **Build apps in Dev Dashboard**. A new page opens.',
          'Click **Create app**. Under **Start from Dev Dashboard**, type the name **Realword**, and click **Create**.',
          'On the page **Versions**, find **Access** and click **Select scopes**. Choose **read_orders**, **read_products**, **read_customers** and **read_fulfillments**: permissions to read, and none to change.',
          'Click **Release**, and **Release** again in the dialog.',
          'Open **Home** of the app and click **Install app**. Choose your shop, and click **Install**.',
        ],
      },
      {
        title: 'Paste what the app shows',
        clicks: [
          'Open **Settings** of the app. It shows the **Client ID** and the **Secret**.',
          'In your shop, **Settings → Domains** shows the address that ends with **.myshopify.com**.',
        ],
      },
    ],
  },
  nuvemshop: {
    about: 'Nuvemshop in Brazil, Tiendanube elsewhere. Half an hour.',
    needs: 'the owner’s account of your shop, and a free account of the partner portal',
    steps: [
      {
        title: 'Create an app for your shop',
        clicks: [
          'Open the partner portal (**partners.nuvemshop.com.br**) and choose **Aplicativos**, then **Criar aplicativo**. The portal is in Portuguese or Spanish.',
          'Enter the name **Realword**. As distribution, choose **Para seus clientes**, and not the app store.',
          'Open the new app, and choose **Editar dados**.',
          'Under **Permissões**, tick reading of **Pedidos**, **Produtos** and **Clientes**. Without **Clientes**, orders have no email address, and nobody is asked.',
          'Into **URL para redirecionar após a instalação**, paste the address below. Save.',
          'Under **Chaves de acesso**, copy the **App ID** and the **Client Secret** into the fields below.',
        ],
      },
      {
        title: 'Install the app in your shop',
        clicks: [
          'Sign in to your shop’s admin in this browser.',
          'Click the button below. Nuvemshop shows what the app may read. Choose **Aceitar e começar a usar**.',
          'You come back here. If another page opens instead, copy its whole address into the field below.',
        ],
      },
      {
        title: 'So that buyers can be forgotten',
        clicks: [
          'In the partner portal, open the app again and choose **Editar dados**.',
          'Under **Webhooks LGPD**, paste the webhook address into all three fields: **Store redact**, **Customers redact** and **Customers data request**. Save.',
        ],
      },
    ],
    redirect: 'Address for after the installation',
  },
  vtex: {
    about: 'A key that may read orders and nothing else. Fifteen minutes.',
    needs: 'an owner of the VTEX account (Owner - Admin Super)',
    steps: [
      {
        title: 'Create a role that may only read orders',
        clicks: [
          'In the top bar of VTEX, click your avatar (the initial of your email), then **Account settings → User roles**.',
          'Click **New role**, and choose **Custom**. Name it **Realword**.',
          'As product, choose **OMS**. Tick **View order**, **List Orders** and **Feed v3 and Hook Admin**. Click **Save**.',
        ],
      },
      {
        title: 'Create an API key for Realword alone',
        clicks: [
          'Click your avatar again, then **Account settings → API keys**.',
          'Click **Generate key** (older accounts: **Manage my keys**, then **Generate new**). Name it **Realword**.',
          'Add the role of step 1, and click **Generate**. Leave that page open: VTEX shows the token only once.',
        ],
      },
      {
        title: 'Paste the address, the account and the key here',
        clicks: [
          'The account is the name in the address of your admin: **kaneca** in https://**kaneca**.myvtex.com.',
        ],
      },
    ],
  },
  medusa: {
    about: 'A plugin for Medusa 2. For the person who runs your Medusa.',
    needs: 'access to the folder and the environment of your Medusa 2.8 or newer, or a person who has it',
    steps: [
      {
        title: 'Install the plugin',
        clicks: ['In the folder of your Medusa application, run this command:'],
      },
      {
        title: 'Add it to medusa-config.ts',
        clicks: ['Paste this into **plugins**. Replace the address by that of your storefront.'],
      },
      {
        title: 'Set its variables, and restart Medusa',
        clicks: [
          'Add these lines to the file **.env** of Medusa, and restart it.',
          'Place an order, or change one. It appears in the log of this page within seconds.',
        ],
      },
    ],
  },
  generic: {
    about: 'Any system that can send its orders as JSON. For the person who runs it.',
    needs:
      'a system that can send JSON to an address (often called a webhook), and a sample of an order, from its manual or its support',
    steps: [
      {
        title: 'Show an order of your shop',
        clicks: ['Paste the JSON that your system sends for a delivered order.'],
      },
      {
        title: 'Say where each field is',
        clicks: [
          'A path such as **buyer.email** leads to a field. Paths begin where the orders are, and those of products begin in each product.',
          'Dates such as 20/11/2026 and prices such as $1,149.90 need an expression. **Find the fields** writes it for those of your sample.',
        ],
      },
      {
        title: 'Let your shop send its orders',
        clicks: [
          'In your system, add a webhook for changes of orders: at least when one is shipped or delivered, cancelled or returned.',
          'As its address, paste the webhook address. Method: **POST**, format: **JSON**.',
          'Add the header **X-Realword-Secret** with the secret.',
          'Send the whole order each time. If your system numbers its messages, send the number as **Idempotency-Key**.',
        ],
      },
    ],
  },
  manual: {
    title: 'Without a key',
    lead: 'Webhooks also work without a key. Then links to products are short forms, partial refunds cannot be told apart, and missed orders cannot be fetched.',
    act: 'Connect without a key',
    steps: [
      {
        title: 'Create six webhooks in WordPress',
        clicks: [
          'Open **WooCommerce → Settings → Advanced → Webhooks**, and click **Add webhook** once for each topic.',
          'Name: **Realword**. Status: **Active**. API version: **WP REST API Integration v3**.',
          'Topic, one each: **Order created**, **Order updated**, **Order deleted**, **Order restored**, **Product created**, **Product updated**.',
          'As **Delivery URL**, paste the webhook address. As **Secret**, paste the secret.',
          'Click **Save webhook**. WooCommerce tries the address at once, and shows an error if it does not answer.',
        ],
      },
    ],
  },
  fields: {
    woocommerce: {
      url: ['Shop address', 'The address that buyers see, such as https://shop.example'],
      key: ['Consumer key', 'Begins with ck_'],
      token: ['Consumer secret', 'Begins with cs_'],
    },
    shopify: {
      url: ['Shop address', 'The one that ends with .myshopify.com'],
      key: ['Client ID', 'From Settings of the app'],
      secret: ['Secret', 'From Settings of the app'],
      token: [
        'Admin API access token',
        'Leave it empty. Only an older app that was made in the shop’s own admin has one; it begins with shpat_',
      ],
    },
    nuvemshop: {
      app_id: ['App ID', 'Digits only'],
      secret: ['Client Secret', 'From Chaves de acesso'],
    },
    vtex: {
      url: ['Shop address', 'The address that buyers see, such as https://www.shop.example'],
      account: ['Account name', 'Such as kaneca'],
      key: ['API key', 'Begins with vtexappkey-'],
      token: ['API token', 'Shown once, beside the key'],
    },
    medusa: {},
    generic: {},
  },
} as const
