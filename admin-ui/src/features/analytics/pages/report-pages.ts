export { AnalyticsPage } from "./analytics-page";
export { SalesPage } from "./sales-page";
