// The leave-one-out errors over a parameter of the kernel that the page finds for the machines that Python asks for, one of
// them on each line of the input, one answer on each line; with `bounds`, those of two classes at the samples.
import { readFileSync } from "node:fs";

const page = await import(process.env.SVMLAB_MODULE);

for (const line of readFileSync(0, "utf8").trim().split("\n")) {
  const { C, parameter, values, within, bounds, ...machine } = JSON.parse(line);
  const steps = page.kernelCurve({ ...machine, C: C === "inf" ? Infinity : C }, parameter, values, within);
  const curve = new page.Work(steps).finish();
  const told = curve.steps();
  const found = bounds ? new page.Work(page.boundsOverKernel(curve)).finish() : [];
  const ofSamples = found.map(({ at, bounds: of }) => [
    at,
    Object.fromEntries(of.map(({ name, value }) => [name, value])),
  ]);
  console.log(JSON.stringify({ ...told, bounds: ofSamples }));
}
