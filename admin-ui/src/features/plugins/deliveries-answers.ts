import { http, HttpResponse } from "msw";
import { authorise } from "@/testing/access";
import { backEnd } from "@/testing/back-end";
import { on, refuse } from "@/testing/route";

const list = "/api/v1/websites/{websiteId}/plugins/deliveries";
const jobs = "/api/v1/websites/{websiteId}/plugins/jobs";
const accepted = () => ({ status: 202 });

/** Answers about events and jobs of plugins. */
export const deliveryAnswers = [
  on("get", list, ({ request, query }) => {
    authorise(request, "plugins", "read");
    const all = backEnd.pluginDeliveries;
    const count = (state: string) => all.filter((one) => one.state === state).length;
    const state = query.get("state");
    return {
      deliveries: all.filter((one) => state === null || one.state === state),
      pending: count("pending"),
      failing: count("failing"),
      dead: count("dead"),
      hasNextPage: false,
    };
  }),
  http.post(`*${list.replace("{websiteId}", ":websiteId")}/replay`, ({ request }) => {
    authorise(request, "plugins", "write");
    const dead = backEnd.pluginDeliveries.filter(({ state }) => state === "dead");
    backEnd.pluginDeliveries = backEnd.pluginDeliveries.filter(({ state }) => state !== "dead");
    return HttpResponse.json({ count: dead.length }, { status: 202 });
  }),
  http.post(`*${list.replace("{websiteId}", ":websiteId")}/:eventDeliveryId/replay`, ({ request, params }) => {
    authorise(request, "plugins", "write");
    const own = backEnd.pluginDeliveries.find(({ id }) => id === params["eventDeliveryId"]);
    if (own === undefined) refuse(404, "not-found", "Not found");
    backEnd.pluginDeliveries = backEnd.pluginDeliveries.filter((one) => one !== own);
    return HttpResponse.json(own, { status: 202 });
  }),
  http.delete(`*${list.replace("{websiteId}", ":websiteId")}/:eventDeliveryId`, ({ request, params }) => {
    authorise(request, "plugins", "write");
    backEnd.pluginDeliveries = backEnd.pluginDeliveries.filter(({ id }) => id !== params["eventDeliveryId"]);
    return new HttpResponse(null, { status: 204 });
  }),
  on("get", jobs, ({ request }) => {
    authorise(request, "plugins", "read");
    return { jobs: backEnd.pluginJobs };
  }),
  http.post(`*${jobs.replace("{websiteId}", ":websiteId")}/:pluginId/:jobName/run`, ({ request, params }) => {
    authorise(request, "plugins", "write");
    backEnd.pluginJobs = backEnd.pluginJobs.map((job) =>
      job.name === params["jobName"] ? { ...job, asked: true } : job,
    );
    return new HttpResponse(null, accepted());
  }),
];
