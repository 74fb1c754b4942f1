/* Kernels that are called like functions. */
#ifndef PPCL_CL_FUNCTOR_HPP
#define PPCL_CL_FUNCTOR_HPP
#if __cplusplus >= 201103L

namespace cl {

struct EnqueueArgs {
    CommandQueue queue_;
    NDRange offset_, global_, local_;
    std::vector<Event> events_;

    EnqueueArgs(NDRange global) : queue_(CommandQueue::getDefault()), global_(global) {}
    EnqueueArgs(NDRange global, NDRange local)
        : queue_(CommandQueue::getDefault()), global_(global), local_(local)
    {
    }
    EnqueueArgs(NDRange offset, NDRange global, NDRange local)
        : queue_(CommandQueue::getDefault()), offset_(offset), global_(global), local_(local)
    {
    }
    EnqueueArgs(Event event, NDRange global)
        : queue_(CommandQueue::getDefault()), global_(global), events_(1, event)
    {
    }
    EnqueueArgs(Event event, NDRange global, NDRange local)
        : queue_(CommandQueue::getDefault()), global_(global), local_(local), events_(1, event)
    {
    }
    EnqueueArgs(Event event, NDRange offset, NDRange global, NDRange local)
        : queue_(CommandQueue::getDefault()), offset_(offset), global_(global), local_(local),
          events_(1, event)
    {
    }
    EnqueueArgs(const std::vector<Event> &events, NDRange global)
        : queue_(CommandQueue::getDefault()), global_(global), events_(events)
    {
    }
    EnqueueArgs(const std::vector<Event> &events, NDRange global, NDRange local)
        : queue_(CommandQueue::getDefault()), global_(global), local_(local), events_(events)
    {
    }
    EnqueueArgs(const std::vector<Event> &events, NDRange offset, NDRange global, NDRange local)
        : queue_(CommandQueue::getDefault()), offset_(offset), global_(global), local_(local),
          events_(events)
    {
    }
    EnqueueArgs(const CommandQueue &queue, NDRange global) : queue_(queue), global_(global) {}
    EnqueueArgs(const CommandQueue &queue, NDRange global, NDRange local)
        : queue_(queue), global_(global), local_(local)
    {
    }
    EnqueueArgs(const CommandQueue &queue, NDRange offset, NDRange global, NDRange local)
        : queue_(queue), offset_(offset), global_(global), local_(local)
    {
    }
    EnqueueArgs(const CommandQueue &queue, Event event, NDRange global)
        : queue_(queue), global_(global), events_(1, event)
    {
    }
    EnqueueArgs(const CommandQueue &queue, Event event, NDRange global, NDRange local)
        : queue_(queue), global_(global), local_(local), events_(1, event)
    {
    }
    EnqueueArgs(const CommandQueue &queue, Event event, NDRange offset, NDRange global,
                NDRange local)
        : queue_(queue), offset_(offset), global_(global), local_(local), events_(1, event)
    {
    }
    EnqueueArgs(const CommandQueue &queue, const std::vector<Event> &events, NDRange global)
        : queue_(queue), global_(global), events_(events)
    {
    }
    EnqueueArgs(const CommandQueue &queue, const std::vector<Event> &events, NDRange global,
                NDRange local)
        : queue_(queue), global_(global), local_(local), events_(events)
    {
    }
    EnqueueArgs(const CommandQueue &queue, const std::vector<Event> &events, NDRange offset,
                NDRange global, NDRange local)
        : queue_(queue), offset_(offset), global_(global), local_(local), events_(events)
    {
    }
};

template <typename... Parameters> class KernelFunctor {
    Kernel kernel_;

    void set(cl_uint) {}
    template <typename First, typename... Rest> void set(cl_uint index, First &first, Rest &...rest)
    {
        kernel_.setArg(index, first);
        set(index + 1, rest...);
    }

public:
    typedef Event result_type;
    KernelFunctor(Kernel kernel) : kernel_(kernel) {}
    KernelFunctor(const Program &program, const std::string name, cl_int *err = NULL)
        : kernel_(program, name.c_str(), err)
    {
    }
    Kernel getKernel() { return kernel_; }

    Event operator()(const EnqueueArgs &args, Parameters... values)
    {
        Event event;
        set(0, values...);
        args.queue_.enqueueNDRangeKernel(kernel_, args.offset_, args.global_, args.local_,
                                         &args.events_, &event);
        return event;
    }
};

template <typename... Parameters> using make_kernel = KernelFunctor<Parameters...>;

namespace compatibility {
using cl::make_kernel;
}

} // namespace cl
#endif
#endif
