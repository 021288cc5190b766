// The shop that Stoa is compared with: a Vendure server on Postgres, with Vendure's sample products.
// `node shop.js fill` creates tables and products, `node shop.js serve` runs the server, `node shop.js work` runs Vendure's
// worker process for background jobs, such as updating the search index.
const path = require("node:path");
const { randomBytes } = require("node:crypto");
const {
  bootstrap,
  bootstrapWorker,
  DefaultJobQueuePlugin,
  DefaultLogger,
  DefaultSearchPlugin,
  dummyPaymentHandler,
  LogLevel,
} = require("@vendure/core");
const { AssetServerPlugin } = require("@vendure/asset-server-plugin");
const { populate } = require("@vendure/core/cli");

const task = process.argv[2];
const filling = task === "fill";
const database = new URL(process.env.PEER_DATABASE_URL);
const samples = path.join(path.dirname(require.resolve("@vendure/create/package.json")), "assets");

const config = {
  logger: new DefaultLogger({ level: LogLevel.Warn }),
  apiOptions: {
    hostname: "127.0.0.1",
    port: Number(process.env.PEER_PORT),
    shopApiPath: "shop-api",
    adminApiPath: "admin-api",
  },
  authOptions: {
    tokenMethod: ["bearer"],
    superadminCredentials: { identifier: "admin", password: randomBytes(16).toString("hex") },
    cookieOptions: { secret: randomBytes(16).toString("hex") },
  },
  dbConnectionOptions: {
    type: "postgres",
    host: database.hostname,
    port: Number(database.port),
    username: database.username,
    database: database.pathname.slice(1),
    synchronize: filling,
    logging: false,
    extra: { max: 10 },
  },
  paymentOptions: { paymentMethodHandlers: [dummyPaymentHandler] },
  importExportOptions: { importAssetsDir: path.join(samples, "images") },
  plugins: [
    AssetServerPlugin.init({ route: "assets", assetUploadDir: path.join(__dirname, "assets") }),
    DefaultSearchPlugin.init({}),
    DefaultJobQueuePlugin.init({}),
  ],
};

async function fill() {
  const data = require(path.join(samples, "initial-data.json"));
  data.paymentMethods = [
    {
      name: "Test payment",
      handler: { code: dummyPaymentHandler.code, arguments: [{ name: "automaticSettle", value: "true" }] },
    },
  ];
  const app = await populate(() => bootstrap(config), data, path.join(samples, "products.csv"));
  await app.close();
}

async function work() {
  const worker = await bootstrapWorker(config);
  await worker.startJobQueue();
}

const tasks = { fill, work, serve: () => bootstrap(config) };

tasks[task]().then(
  () => filling && process.exit(0),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
